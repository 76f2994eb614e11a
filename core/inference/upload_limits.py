"""Size limits of uploads; a separate module, so that the server can import them without the image libraries."""

MAX_UPLOAD_BYTES = 25_000_000
"""Maximum size of a photograph."""
