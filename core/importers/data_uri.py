"""Pictures that stand in a log as text: data URIs with the file's own bytes in base64."""

import binascii
import hashlib
import re
from base64 import b64decode

from core.importers.records import ImportedImage

_HEAD = re.compile(r"data:image/[a-zA-Z0-9.+-]{1,40}(?:;[a-zA-Z0-9=.+-]{1,80}){0,3};base64,")
"""What a data URI of a picture begins with."""


def decode_data_uri(text: str) -> ImportedImage | None:
    """The picture that a data URI carries; None where the text is none, or its base64 is broken."""
    head = _HEAD.match(text)
    if head is None:
        return None
    try:
        body = b64decode("".join(text[head.end() :].split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return ImportedImage(hashlib.sha256(body).hexdigest(), body) if body else None
