"""Tests. `core` is imported before anything else, so that OpenBLAS starts with one thread here too."""

import core  # noqa: F401
