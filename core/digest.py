"""Short keys of long values, for caches and for recognising repeats."""

import hashlib
from collections.abc import Iterable


def compute_digest(texts: Iterable[str], *blobs: bytes) -> str:
    """Return the SHA-256 of texts and bytes as 64 hexadecimal digits; the order and the ends of the texts count."""
    digest = hashlib.sha256()
    for text in texts:
        body = text.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(body) + body)
    for blob in blobs:
        digest.update(b"|%d:" % len(blob) + blob)
    return digest.hexdigest()
