"""The content of a request: images in their view, text and solved examples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.geometry.camera_metadata import CameraMetadata
from core.inference.clients.model_client import FewShotExample, ModelRequest
from core.inference.image_views import LoadedPhotograph, encode_image_view
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import load_upright_image
from core.records import NO_IMAGE, ORIGINAL_VIEW


@dataclass(frozen=True, slots=True)
class ExampleFiles:
    """A solved example with the files of its images."""

    pictures: tuple[Path, ...]
    prompt: str
    reply: str


def build_request(
    pictures: Sequence[Path | LoadedPhotograph],
    prompt: str,
    view: str,
    max_side_px: int,
    max_output_tokens: int | None = None,
    examples: Sequence[ExampleFiles] = (),
    extra: Mapping[str, Any] | None = None,
) -> ModelRequest:
    """Build the request for images, from files or in memory, in an image view, including its examples.

    `max_side_px` is the longest side of an image; larger ones are shrunk. `extra` are further fields of the request's
    body, named as by the vendor.

    Raises:
        ImageError: a file is not a readable image.
        ImageViewError: the view needs a border or stickers that were not found.
    """
    shots = tuple(_load_example(example, view, max_side_px) for example in examples)
    if view == NO_IMAGE:
        return ModelRequest(prompt, (), (), max_output_tokens=max_output_tokens, shots=shots, options=extra or {})
    opened = [
        LoadedPhotograph(load_upright_image(picture), read_camera_metadata(picture))
        if isinstance(picture, Path)
        else picture
        for picture in pictures
    ]
    encoded = [encode_image_view(picture, view, max_side_px) for picture in opened]
    images, jpegs = tuple(image for image, _ in encoded), tuple(jpeg for _, jpeg in encoded)
    camera_metadata = opened[0].camera_metadata if view == ORIGINAL_VIEW and len(opened) == 1 else CameraMetadata()
    return ModelRequest(prompt, images, jpegs, camera_metadata, max_output_tokens, shots, extra or {})


def _load_example(example: ExampleFiles, view: str, max_side_px: int) -> FewShotExample:
    request = build_request(example.pictures, example.prompt, view, max_side_px)
    return FewShotExample(request.prompt, request.jpegs, example.reply)
