"""Sentences of a comparison of two runs: how much they differ, in which slices, and which leads."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from core.analyses.answered import name_some
from core.analyses.estimates import replace_no_spread_verdicts
from core.analyses.phrases import describe_too_few_groups
from core.benchmarks.data import Terminology
from core.factors import KIND_OF_QUESTION
from core.formatting import format_interval, has_too_few_groups, join_with_and
from core.statistics.proportions import compute_mcnemar_p_value

QUESTION_PARTS = {"question": ("", "on", "questions"), KIND_OF_QUESTION.lower(): ("", "on", "kinds of question")}
"""Beginning, preposition and noun of sentences on the parts by question, by the factor's title in lower case."""


def describe_slices(
    slices: pd.DataFrame, factor: str, names: Mapping[str, str], first: str, second: str, group: str
) -> str:
    """Name the parts by a factor in which either run is significantly ahead; with fewer than two parts, state that.

    The sentence begins with the run that is ahead, if one is in all parts.

    Args:
        slices: as `compare_slices` returns them.
        factor: its title.
        names: display names of levels, also of those that the runs do not share.
        first: name of the first run.
        second: name of the second run.
        group: word for the independent unit.
    """
    by = factor[:1].lower() + factor[1:]
    if slices.empty:
        return f"No answer that both gave has a {by}."
    if len(slices) == 1:
        level = slices["slice"].iloc[0]
        return f"All answers that both gave have the same {by} ({names.get(level, level)}): nothing to compare by it."
    n_clear = int(slices["verdict"].isin(["higher", "lower"]).sum())
    n_alike = int((slices["verdict"] == "no spread").sum())
    start, on, parts = QUESTION_PARTS.get(by, (f"By {by}, ", "in", "parts"))
    directions = set(replace_no_spread_verdicts(slices))
    if len(directions) > 1 or not directions <= {"higher", "lower"}:
        alike = f"; {on} {n_alike} more they differ by the same amount on every {group}" if n_alike else ""
        if not n_clear:
            return f"{start}{first} and {second} differ significantly {on} none of {len(slices)} {parts}{alike}."
        total = f" of {len(slices)} {parts}"
        leads: list[str] = []
        for run, verdict in ((first, "higher"), (second, "lower")):
            own = [names.get(level, level) for level in slices.loc[slices["verdict"] == verdict, "slice"]]
            if own:
                lead = "is significantly ahead " if not leads else ""
                leads.append(f"{run} {lead}{on} {len(own)}{total} ({name_some(own)})")
                total = ""
        return f"{start}{', '.join(leads)}{alike}."
    ahead, behind = (first, second) if directions == {"higher"} else (second, first)
    common = " that both answered" if by in QUESTION_PARTS and len(names) > len(slices) else ""
    every = f"{behind} {on} {'both' if len(slices) == 2 else f'all {len(slices)}'} {parts}{common}"
    if not n_alike:
        return f"{start}{ahead} scores significantly higher than {every}."
    if not n_clear:
        return f"{start}{ahead} scores higher than {every}: by the same amount on every {group}."
    return (
        f"{start}{ahead} scores higher than {every}: {on} {n_alike} by the same amount on every {group}, "
        f"{on} {n_clear} significantly."
    )


def describe_left_out(n_unreadable: int, silent: list[str]) -> str:
    """State how many answers are left out, and why; empty if none is.

    Args:
        n_unreadable: number of answers that are not readable in one of the runs.
        silent: names of the reference models that lack these answers; empty if a model lacks any of them.
    """
    if not n_unreadable:
        return ""
    if not silent:
        return f"; {n_unreadable:,} left out, because one of the runs has no readable answer"
    verb = "does" if len(silent) == 1 else "do"
    return f"; {n_unreadable:,} left out, because {join_with_and(silent)} {verb} not answer them"


def describe_difference(
    difference: Mapping[Any, Any], first: str, second: str, measure: str, family: tuple[int, int], words: Terminology
) -> str:
    """Describe in one sentence which run is better, by how much and with what certainty.

    Args:
        difference: a row of `compare_run_pairs`, first - second.
        first: name of the first run.
        second: name of the second run.
        measure: the compared measure, in words; empty if it is plain.
        family: numbers of the pairs for which the verdict is corrected, and of the runs that form them.
        words: of the benchmark; its groups are independent, and a claim needs `FEW_GROUPS` of them.
    """
    value, verdict = difference["value"], difference["verdict"]
    if pd.isna(value):
        return f"{first} and {second} have no answers in common."
    ahead, behind = (first, second) if value > 0 else (second, first)
    points = f"{abs(value):.1f} points{f' of {measure}' if measure else ''}"
    group, n_groups = words.group, int(difference["n_groups"])
    if has_too_few_groups(n_groups):
        so_far = f"so far {ahead} is {points} ahead of {behind}" if value else "so far both score the same"
        return f"{describe_too_few_groups(n_groups, words, 'which is better')}; {so_far}."
    if pd.isna(difference["low"]):
        if verdict == "no spread":
            return f"{ahead} is {points} ahead of {behind}, the same on every {group}: there is no spread to judge by."
        return f"{first} and {second} score the same on every {group}."
    low, high = sorted(
        (difference["low"], difference["high"]) if value > 0 else (-difference["low"], -difference["high"])
    )
    interval = f"95% CI {format_interval(low, high)}"
    if verdict != "not distinguishable":
        return f"{ahead} scores {points} higher than {behind} ({interval})."
    n_pairs, n_runs = family
    corrected = f" once corrected for the {n_pairs} pairs of {n_runs} runs" if low > 0 else ""
    return f"{first} and {second} are not significantly different{corrected}: {ahead} is {points} ahead ({interval})."


def describe_exact_test(table: pd.DataFrame) -> str:
    """State how probable such a difference is between two equally good runs, if every answer is its own group.

    Args:
        table: as `count_joint_outcomes` returns it.
    """
    whole = table[table["truth"].isna()]
    only_first, only_second = (int(whole[name].sum()) for name in ("only_first", "only_second"))
    return (
        f"Of {only_first + only_second:,} answers that only one of the two has right, {only_first:,} and "
        f"{only_second:,}: p = {compute_mcnemar_p_value(only_first, only_second):.3g} if both were equally often right "
        "(McNemar's "
        "exact test)."
    )


def describe_leads(cases: pd.DataFrame, first: str, second: str) -> str:
    """State on how many cases either run is ahead, and on how many both score the same, if any.

    Args:
        cases: as `compare_cases` returns them.
        first: name of the first run.
        second: of the second.
    """
    ahead = cases["score_first"] - cases["score_second"]
    counts = f"{first} is ahead on {(ahead > 0).sum():,}, {second} on {(ahead < 0).sum():,}"
    n_same = int((ahead == 0).sum())
    return f"{counts}; both score the same on {n_same:,}." if n_same else f"{counts}."
