"""Sentences on repeats and variants: changes beyond chance, stability over passes, and the worth of more passes."""

import pandas as pd

from core.analyses.phrases import (
    describe_few_groups,
    format_interval_in_brackets,
    format_share,
    keep_runs_with_enough_groups,
)
from core.analyses.repeats import RepeatAnalysis
from core.analyses.run_variants import FACETS, PASS
from core.formatting import format_number

MAX_LEVELS = 4
"""Maximum number of levels that a sentence names."""


def describe_repeats(analysis: RepeatAnalysis) -> list[str]:
    """Describe what changes answers most, the model that is least stable, and what more passes are worth.

    The first sentence is on the facet with the largest excess over chance; without repeats of a facet, on the one with
    the most changed answers, and it states that chance is unknown.
    """
    flips = analysis.flips
    if flips.empty:
        return []
    facets = flips[flips["facet"] != PASS]
    known = facets[facets["excess"].notna()]
    sentences = []
    if len(known):
        sentences.append(_describe_excess(_select_largest(known, "excess")))
    elif len(facets):
        largest = _select_largest(facets, "value")
        sentences += _describe_unknown_chance(largest, facets[facets["facet"] == largest["facet"]])
    if len(analysis.passes):
        own = flips[flips["facet"] == PASS]
        row = _select_largest(own, "value")
        passes = analysis.passes.set_index("model_id").loc[row["model_id"]]
        sentences += [_describe_passes(row, passes), _describe_worth(passes)]
    return sentences


def _select_largest(rows: pd.DataFrame, column: str) -> pd.Series:
    enough = keep_runs_with_enough_groups(rows)
    return enough.iloc[int(enough[column].to_numpy(float).argmax())]


def _describe_excess(row: pd.Series) -> str:
    excess = {"value": row["excess"], "low": row["excess_low"], "high": row["excess_high"], "n_groups": row["n_groups"]}
    interval = format_interval_in_brackets(pd.Series(excess))
    facet, few = f"{FACETS[row['facet']]} ({_name_levels(row)})", describe_few_groups(row)
    changed = f"With {facet}, {row['label']} changes {format_share(row)} of its answers"
    floor = f"the {format_number(row['floor'])}% that change when it is asked again in the same way"
    if row["verdict"] in ("higher", "no spread") and row["excess"] > 0:
        return f"{changed}: {format_number(row['excess'])} points{interval} more than {floor}.{few}"
    difference = f"{format_number(row['excess'], with_plus=True)} points{interval}"
    return f"{changed}. That is not shown to be more than {floor}: the difference is {difference}.{few}"


def _describe_unknown_chance(row: pd.Series, of_facet: pd.DataFrame) -> list[str]:
    """Describe how many answers change, from the steadiest model to `row`, which changes most; chance is unknown."""
    enough = keep_runs_with_enough_groups(of_facet).sort_values("value", kind="stable")
    if len(enough) > 1 and len(set(enough["levels"].map(tuple))) == 1:
        least = enough.iloc[0]
        return [
            f"With {FACETS[row['facet']]} ({_name_levels(row)}), {len(enough)} models answer differently in "
            f"{format_number(least['value'])}% ({least['label']}) to {format_number(row['value'])}% ({row['label']}) "
            "of the cases.",
            "How many change by chance is unknown, because each was asked once in each way.",
        ]
    return [
        f"With {FACETS[row['facet']]} ({_name_levels(row)}), {row['label']} changes {format_share(row)} of its answers."
        f"{describe_few_groups(row)}",
        "How many change by chance is unknown, because it was asked once in each way.",
    ]


def _describe_passes(row: pd.Series, passes: pd.Series) -> str:
    return (
        f"Asked again in the same way, {row['label']} changes {format_share(row)} of its answers: a single answer is "
        f"right in {format_number(passes['expected'])}%, more than half of {passes['n_passes']:.0f} passes in "
        f"{format_number(passes['consensus'])}%, and all of them in {format_number(passes['pass_all'])}%."
        f"{describe_few_groups(row)}"
    )


def _describe_worth(passes: pd.Series) -> str:
    """Describe how the interval of the mean score narrows with passes; empty without a standard error."""
    if pd.isna(passes["half_one"]):
        return ""
    one, every, endless = (format_number(passes[f"half_{name}"]) for name in ("one", "all", "endless"))
    return (
        f"The interval of its mean score is ± {one} points with one pass, ± {every} with {passes['n_passes']:.0f}, and "
        f"± {endless} with any number of passes: only more questions narrow it further."
    )


def _name_levels(row: pd.Series) -> str:
    levels = [str(level) for level in row["levels"]]
    n_more = len(levels) - MAX_LEVELS
    return " / ".join([*levels[:MAX_LEVELS], *([f"{n_more} more"] if n_more > 0 else [])])
