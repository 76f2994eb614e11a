"""Images in a request to a model, and addresses of images that are not in it."""

from collections.abc import Iterator
from typing import Any

from core.importers.data_uri import decode_data_uri
from core.importers.records import ImportedImage
from core.importers.row_metadata import NAME_CHARACTERS

_KIND_KEYS = ("media_type", "mime_type", "mimeType")
_IMAGE_KEYS = ("url", "image", "image_url", "file_uri", "fileUri", "file_id")


def find_images(request: object) -> tuple[ImportedImage, ...]:
    """Return the images anywhere in values of JSON, in order.

    An image is a data URI, as OpenAI takes it, or an object with its kind and its base64, as others do.
    """
    return tuple(
        picture for text in map(_to_data_uri, _walk_parts(request)) if text and (picture := decode_data_uri(text))
    )


def find_image_addresses(request: object) -> tuple[str, ...]:
    """Return the addresses of images that a request refers to: file names and links, which may name the case."""
    return tuple(
        address
        for part in _walk_parts(request)
        if isinstance(part, dict)
        for key in _IMAGE_KEYS
        if isinstance(address := part.get(key), str)
        and 0 < len(address) < NAME_CHARACTERS
        and not address.startswith("data:")
    )


def _to_data_uri(part: Any) -> str:  # noqa: ANN401 - JSON may be anything
    if isinstance(part, str):
        return part if part.startswith("data:") else ""
    kind = next((part[key] for key in _KIND_KEYS if isinstance(part.get(key), str)), "")
    return f"data:{kind};base64,{part['data']}" if kind and isinstance(part.get("data"), str) else ""


def _walk_parts(request: object) -> Iterator[Any]:
    """Yield all texts and objects, depth first, with an explicit stack: a log may nest deeply."""
    todo = [request]
    while todo:
        value = todo.pop()
        if isinstance(value, str | dict):
            yield value
        if isinstance(value, dict):
            todo.extend(reversed(list(value.values())))
        elif isinstance(value, list):
            todo.extend(reversed(value))
