"""How large what somebody sends may be; a module of its own, since a server knows it before it needs to open any."""

MAX_UPLOAD_BYTES = 25_000_000
"""Of a photograph."""
