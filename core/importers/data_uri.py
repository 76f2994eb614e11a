"""Images embedded in logs as text: data URIs with the file's bytes in base64."""

import binascii
import hashlib
import re
from base64 import b64decode

from core.importers.records import ImportedImage

_HEAD = re.compile(r"data:image/[a-zA-Z0-9.+-]{1,40}(?:;[a-zA-Z0-9=.+-]{1,80}){0,3};base64,")
"""Start of an image's data URI."""


def decode_data_uri(text: str) -> ImportedImage | None:
    """Decode the image of a data URI; None if the text is not one, or its base64 is broken."""
    head = _HEAD.match(text)
    if head is None:
        return None
    try:
        body = b64decode("".join(text[head.end() :].split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return ImportedImage(hashlib.sha256(body).hexdigest(), body) if body else None
