"""The protocol of clients: each takes one request and streams one reply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from PIL import Image

from core.geometry.camera_metadata import CameraMetadata

MAX_REPLY_CHARACTERS = 8_000_000
"""A longer reply ends there, as `cut`, so an endless stream cannot fill the memory."""

EndingStatus = Literal["ok", "cut", "refused", "filtered", "empty"]
OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class FewShotExample:
    """A solved example: what was asked with which pictures, and the reply that it has."""

    prompt: str
    jpegs: tuple[bytes, ...]
    reply: str


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question to one model.

    Attributes:
        images: the pictures as shown, RGB and upright; none in the image view `none`.
        jpegs: the same pictures as sent.
        facts: what is known of the camera; empty for every image view but the original.
        max_output_tokens: None leaves the limit to the API.
        shots: solved examples, sent before the question as messages of the user and replies to them.
        options: further fields of the request's body, as the vendor names them.
    """

    prompt: str
    images: tuple[Image.Image, ...]
    jpegs: tuple[bytes, ...]
    facts: CameraMetadata = field(default_factory=CameraMetadata)
    max_output_tokens: int | None = None
    shots: tuple[FewShotExample, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """How a reply ended, once its text was streamed.

    Attributes:
        reason: in the provider's words, if the status is not `ok` or a whole reply ended for an unusual reason.
        output_tokens: all that are billed as output, including reasoning.
        api_model: the model that the provider reports.
        reasoning_characters: of the reasoning that came beside the text.
    """

    status: EndingStatus
    reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None
    reasoning_characters: int = 0


class ModelClient(Protocol):
    """A connection to one model; several requests at a time are allowed."""

    async def ask(self, request: ModelRequest, on_text: OnText) -> StreamEnd:
        """Sends one request once, hands over the reply's text piece by piece and returns how it ended.

        Raises:
            CallError: the call failed; its attributes say whether to try again.
        """

    async def close(self) -> None:
        """Closes the connections."""
