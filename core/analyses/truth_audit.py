"""Truth audit in words: its verdicts and its findings."""

import pandas as pd

from core.analyses.estimates import (
    add_verdicts,
    classify_against_zero,
    is_in_holm_family,
    list_run_metadata,
    to_percent,
)
from core.analyses.phrases import format_interval_in_brackets
from core.formatting import format_number, join_with_and
from core.photographs.tape_audit import MIN_VIEWS
from core.records import COUNTED, RUN_COLUMNS
from core.statistics.grouped_means import compute_grouped_means
from core.toml_tables import load_table

_AGREES = "agrees"

_PHRASES = load_table(__file__, "truth_audit.toml")
VERDICTS: dict[str, str] = _PHRASES["verdicts"]
"""Titles of the audit's verdicts, most severe first."""

SCORE, CORRECTED, CORRECTION = "score", "corrected_score", "correction"
SUMMED_BY, SUMMED_COLUMNS = (*RUN_COLUMNS, "group_id"), (SCORE, CORRECTED, CORRECTION)
"""Columns and values of the sums for the effects of the audit."""

STANDINGS: dict[str, str] = _PHRASES["standings"]
"""Phrases for the change of a score, by `estimates.classify_against_zero`."""

_BLAMED: dict[str, tuple[str, str]] = {name: (one, several) for name, (one, several) in _PHRASES["blamed"].items()}
"""The verdicts that find something wrong, as predicates of one and of several triangles."""

BLAMING = tuple(_BLAMED)
"""Verdicts that find something wrong."""


def list_verdict_titles(cases: str) -> dict[str, str]:
    """List the titles of the verdicts, with the benchmark's word for its cases."""
    return {**VERDICTS, _AGREES: f"the {cases} agree"}


def compute_audit_effects(sums: pd.DataFrame) -> pd.DataFrame:
    """Compute the effect of the audited truth on each run except references, in percent, with intervals by triangle.

    Args:
        sums: of `SUMMED_COLUMNS` by `SUMMED_BY`, as `Warehouse.aggregate` returns them.

    Returns:
        `of` (score, corrected_score, correction: the second minus the first), run_id, value, low, high, n, n_groups,
        model_id, label, kind; for the corrections `standing`, as `estimates.classify_against_zero` returns it after
        Holm's correction for the number of models.
    """
    asked = sums[sums["model_kind"] != "reference"]
    tables = {
        of: to_percent(compute_grouped_means(asked, of, ["run_id"], counts=COUNTED.format(of))).merge(
            list_run_metadata(asked), on="run_id"
        )
        for of in SUMMED_COLUMNS
    }
    judged = add_verdicts(tables[CORRECTION], is_in_holm_family(tables[CORRECTION]["kind"]))
    tables[CORRECTION] = judged.assign(standing=classify_against_zero(judged))
    return pd.concat([table.assign(of=of) for of, table in tables.items()], ignore_index=True)


def describe_audit(
    audit: pd.DataFrame, ranking: pd.DataFrame, changes: pd.DataFrame, cases: str, truth: str
) -> list[str]:
    """Describe how many triangles contradict their truth and whether that changes the ranking; then the details.

    Args:
        audit: the query `truth_audit`.
        ranking: the query `audited_ranking`.
        changes: as `compute_audit_effects` returns them.
        cases: the benchmark's word for its cases.
        truth: the word for the released truth, as `BenchmarkEntry.truth`.
    """
    counts = audit["verdict"].value_counts()
    judged = int(counts.sum() - counts.get("cannot_tell", 0))
    if not judged:
        return [f"The {truth} truth cannot be audited: no triangle has two measured views."]
    parts = [f"{counts[name]} {_BLAMED[name][int(counts[name] > 1)]}" for name in BLAMING if name in counts]
    agreeing = f"The {cases} of {counts.get(_AGREES, 0)} of {judged} triangles agree with the {truth} truth"
    unjudged = _describe_unjudged(audit, cases)
    if not parts:
        return [f"{agreeing}.{unjudged}"]
    n_blamed = sum(counts[name] for name in BLAMING if name in counts)
    have = "has" if n_blamed == 1 else "have"
    first = f"{n_blamed} of {judged} checked triangles {have} an error in the {truth} truth"
    kinds = f"{agreeing}; {join_with_and(parts)}.{unjudged}"
    ranking = ranking[ranking["model_kind"] == "vlm"]
    if ranking.empty:
        return [f"{first}.", kinds]
    moved = ranking[ranking["rank_published"] != ranking["rank_audited"]]
    largest = ranking.sort_values("difference", key=abs).iloc[-1]
    these = "this one" if n_blamed == 1 else "them"
    effect = "does not change" if moved.empty else "changes"
    change = changes[changes["of"] == CORRECTION].set_index("run_id").loc[largest["run_id"]]
    points = format_number(largest["difference"], 2, with_plus=True)
    return [
        f"{first}; correcting {these} {effect} the models' order.",
        f"{kinds} The largest change is {largest['run_label']}'s: {points} points"
        f"{format_interval_in_brackets(change, 2, with_plus=True)}, {STANDINGS[change['standing']]}.",
    ]


def _describe_unjudged(audit: pd.DataFrame, cases: str) -> str:
    """Return a sentence, after a space, on triangles with too few measured views; empty without any."""
    n_unmeasured = int((audit["views"] < MIN_VIEWS).sum())
    if not n_unmeasured:
        return ""
    more, their = ("1 more triangle is", "its") if n_unmeasured == 1 else (f"{n_unmeasured} more are", "their")
    return f" {more} not judged, because fewer than {MIN_VIEWS} of {their} {cases} are available and measured."
