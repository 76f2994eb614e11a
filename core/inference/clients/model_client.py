"""The protocol of clients: each accepts a request and streams its reply."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from PIL import Image

from core.geometry.camera_metadata import CameraMetadata

MAX_REPLY_CHARACTERS = 8_000_000
"""Maximum length of a reply; a longer one ends as `cut`, so that an endless stream cannot fill the memory."""

EndingStatus = Literal["ok", "cut", "refused", "filtered", "empty"]
OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FewShotExample:
    """A solved example: a prompt with images, and the reply to it."""

    prompt: str
    jpegs: tuple[bytes, ...]
    reply: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A request to a model.

    Attributes:
        images: the images as shown, RGB and upright; none in the image view `none`.
        jpegs: the same images as sent.
        camera_metadata: metadata of the camera; empty for every image view except the original.
        max_output_tokens: None leaves the limit to the API.
        shots: solved examples, sent before the prompt as user messages and replies.
        options: further fields of the request's body, named as by the vendor.
    """

    prompt: str
    images: tuple[Image.Image, ...]
    jpegs: tuple[bytes, ...]
    camera_metadata: CameraMetadata = field(default_factory=CameraMetadata)
    max_output_tokens: int | None = None
    shots: tuple[FewShotExample, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def build_messages(
    request: ModelRequest, build_content: Callable[[Sequence[bytes], str], object]
) -> list[dict[str, object]]:
    """Build a conversation by the roles user and assistant: the solved examples, then the images and the prompt.

    Args:
        request: the request.
        build_content: returns a vendor's form of JPEG images and a text.
    """
    messages: list[dict[str, object]] = []
    for shot in request.shots:
        messages.append({"role": "user", "content": build_content(shot.jpegs, shot.prompt)})
        messages.append({"role": "assistant", "content": shot.reply})
    return [*messages, {"role": "user", "content": build_content(request.jpegs, request.prompt)}]


@dataclass(frozen=True, slots=True)
class ReplyEnd:
    """The end of a streamed reply.

    Attributes:
        reason: the provider's reason, if the status is not `ok` or a whole reply ended for an unusual reason.
        output_tokens: all tokens billed as output, including reasoning.
        api_model: the model that the provider reports.
        reasoning_characters: length of the reasoning that was sent beside the text.
    """

    status: EndingStatus
    reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None
    reasoning_characters: int = 0


class ModelClient(Protocol):
    """A connection to one model; it accepts parallel requests."""

    async def ask(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        """Send a request once, pass on the reply's text piece by piece, and return how it ended.

        Raises:
            CallError: the call failed; its attributes state whether to try again.
        """

    async def close(self) -> None:
        """Close the connections."""
