"""Tests. `core` is imported before anything else, so that OpenBLAS begins with one thread here too."""

import core  # noqa: F401
