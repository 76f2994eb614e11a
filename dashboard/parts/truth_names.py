"""How the truth in 3D of a photograph is known, in the words that stand beside it."""

from collections.abc import Hashable, Mapping
from typing import Any

from core.benchmarks.registry import LISTED, UNLISTED


def how_known(photograph: Mapping[Hashable, Any]) -> str:
    """How the truth in 3D of a photograph is known: by tape, exact, or else as its benchmark publishes it.

    Args:
        photograph: a row with the column `benchmark_id`.
    """
    return LISTED.get(photograph["benchmark_id"], UNLISTED).how_known
