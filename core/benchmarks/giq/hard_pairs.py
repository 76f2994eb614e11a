"""Pairs of solids that GIQ's authors found hard to distinguish, and pairs of a solid with itself.

Source: the released `hard_examples.json` (github.com/TooManyMatts/giq-project-page-test, folder `jsons`).
"""

Pair = tuple[str, str]

_NEGATIVE = """w89 w5, w20 w43, w21 w75, w82 w84, w71 w79, w69 w86, c7 w5, c13 w9, c7 c13, c7 w9, c10 c12, w86 j37,
w69 j37, w13 j37, w13 w86, w13 w69, w81 w101, w115 w116"""
_POSITIVE = "w5 w9 w13 w20 w21 w43 w69 w71 w75 w79 w81 w82 w84 w86 w89 w101 w115 w116 j37 c7 c10 c12 c13"


def _expand_id(short: str) -> str:
    return f"{short[0]}id_{short[1:]}"


NEGATIVE: tuple[Pair, ...] = tuple(
    (_expand_id(first), _expand_id(second)) for first, second in (pair.split() for pair in _NEGATIVE.split(","))
)
"""18 pairs of different solids."""

POSITIVE: tuple[Pair, ...] = tuple((_expand_id(short), _expand_id(short)) for short in _POSITIVE.split())
"""23 solids, each with itself."""
