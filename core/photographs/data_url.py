"""Images as data URLs, for pages and reports that load no files."""

from base64 import b64encode


def make_data_url(body: bytes, media_type: str) -> str:
    """Return the content as a data URL.

    Args:
        body: of the file.
        media_type: `image/webp` or `image/jpeg`.
    """
    return f"data:{media_type};base64,{b64encode(body).decode()}"
