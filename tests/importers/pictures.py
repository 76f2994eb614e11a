"""Drawn images for logs made in tests."""

from base64 import b64encode
from hashlib import sha256
from io import BytesIO

from PIL import Image


def drawn(number):
    """Return the bytes of a small drawn image, a different one for each number."""
    file = BytesIO()
    Image.new("RGB", (4, 3), (number, 99, 30)).save(file, "PNG")
    return file.getvalue()


def data_uri(number):
    """Return the same image as a data URI."""
    return f"data:image/png;base64,{b64encode(drawn(number)).decode()}"


def checksum(number):
    """Return the SHA-256 of the same image."""
    return sha256(drawn(number)).hexdigest()
