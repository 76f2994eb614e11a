"""Chance levels under CircularEval: guessing independently in each pass, or the same content in all passes.

Source: 3DSRBench, section 4.2 and Table 2 (rows Random and Random++).
"""

from collections.abc import Iterator, Mapping
from itertools import product

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.threedsr.published import MODELS_WEIGHTS, SYNTHETIC_WEIGHTS
from core.benchmarks.threedsr.vocabulary import SUBTYPES, TYPES

BLIND, OVERALL = "blind_guess", "overall"

SUBTYPES_OF = {type_: sum(one.type == type_ for one in SUBTYPES.values()) for type_ in TYPES}
"""1 : 3 : 3 : 5, the weights of the rows Random and Random++: all twelve subtypes count equally."""


def compute_independent_chance(n_options: int) -> float:
    """Return the chance of being right in all passes with an independent guess in each: m to the power of -m."""
    return float(n_options) ** -n_options


def compute_consistent_chance(n_options: int) -> float:
    """Return the chance of being right in all passes with the same content guessed in each."""
    return 1.0 / n_options


def compute_type_means(of_options: Mapping[int, float]) -> dict[str, float]:
    """Compute the mean over each type's subtypes, in percent.

    Args:
        of_options: chance by number of options.
    """
    return {
        type_: 100
        * sum(of_options[one.n_options] for one in SUBTYPES.values() if one.type == type_)
        / SUBTYPES_OF[type_]
        for type_ in TYPES
    }


def compute_weighted_mean(of_types: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Compute the weighted mean over the types."""
    return sum(weights[type_] * of_types[type_] for type_ in TYPES) / sum(weights[type_] for type_ in TYPES)


GUESSERS = {"independent": compute_independent_chance, "consistent": compute_consistent_chance}
"""Guessing strategies behind the rows Random and Random++, by the name under which *Paper* draws them."""


def compute_chance_levels(name: str) -> dict[str, float]:
    """Compute the score of a guessing strategy by type, in percent.

    Args:
        name: key of `GUESSERS`.
    """
    return compute_type_means({m: GUESSERS[name](m) for m in (2, 4)})


def list_guess_figures() -> Iterator[PublishedFigure]:
    """Yield chance levels for every column: by type, and over all questions with the weights of the models' rows."""
    source = "derived, circular passes; weights of the models"
    for name, (prefix, weights) in product(GUESSERS, _WEIGHTS_OF_COLUMNS.items()):
        of_types = compute_chance_levels(name)
        for column, value in (of_types | {OVERALL: compute_weighted_mean(of_types, weights)}).items():
            yield PublishedFigure("derived", BLIND, name, prefix + column, round(value, 1), "percent", 1, source)


_WEIGHTS_OF_COLUMNS = {"": MODELS_WEIGHTS, "common ": SYNTHETIC_WEIGHTS, "uncommon ": SYNTHETIC_WEIGHTS}
"""Weights behind the overall of each kind of column, by the prefix of the column's name."""
