"""Drawn pictures for logs made in tests."""

from base64 import b64encode
from hashlib import sha256
from io import BytesIO

from PIL import Image


def drawn(number):
    """The bytes of a small drawn picture, each number another one."""
    file = BytesIO()
    Image.new("RGB", (4, 3), (number, 99, 30)).save(file, "PNG")
    return file.getvalue()


def data_uri(number):
    """The same as a data URI."""
    return f"data:image/png;base64,{b64encode(drawn(number)).decode()}"


def checksum(number):
    """SHA-256 of the same."""
    return sha256(drawn(number)).hexdigest()
