"""An uploaded file as Streamlit provides it, whose own class is private."""

from typing import Protocol


class FileUpload(Protocol):
    """An uploaded file as Streamlit provides it."""

    name: str
    file_id: str
    size: int

    def getvalue(self) -> bytes:
        """Return its content."""
