"""Short keys for long values, used by caches and to recognise duplicates."""

import hashlib
from collections.abc import Iterable


def compute_digest(texts: Iterable[str], *blobs: bytes) -> str:
    """Return the SHA-256 of texts and bytes as 64 hexadecimal digits; the order and boundaries of the texts count."""
    digest = hashlib.sha256()
    for text in texts:
        body = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(body) + body)
    for blob in blobs:
        digest.update(b"|%d:" % len(blob) + blob)
    return digest.hexdigest()
