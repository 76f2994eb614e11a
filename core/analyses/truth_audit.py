"""The truth audit in words: what its verdicts say, and what it found."""

import pandas as pd

VERDICTS = {
    "sides_swapped": "two sides changed places",
    "one_side_off": "one side is off",
    "all_sides_scaled": "all sides are off by one factor",
    "several_sides_off": "several sides are off",
    "labels_inconsistent": "labels do not follow from the sides",
    "agrees": "the photographs agree",
    "cannot_tell": "cannot tell",
}
"""What the audit's verdicts say, most severe first."""

BLAMING = ("sides_swapped", "one_side_off", "all_sides_scaled", "several_sides_off", "labels_inconsistent")
"""The verdicts that find something wrong."""


def audit_sentences(audit: pd.DataFrame, ranking: pd.DataFrame, cases: str, truth: str) -> list[str]:
    """What the audit found, and how the audited truth changes the ranking.

    Args:
        audit: the query `truth_audit`.
        ranking: the query `audited_ranking`.
        cases: what the benchmark calls them.
        truth: what it is called, as `Listed.truth`.
    """
    counts = audit["verdict"].value_counts()
    judged = int(counts.sum() - counts.get("cannot_tell", 0))
    if not judged:
        return [f"The {truth} truth cannot be audited: no triangle has two measured views."]
    blamed = ", ".join(f"for {counts[name]} {VERDICTS[name]}" for name in BLAMING if name in counts)
    first = f"The {cases} of {counts.get('agrees', 0)} of {judged} triangles agree with the {truth} truth"
    sentences = [f"{first}; {blamed}." if blamed else f"{first}."]
    ranking = ranking[ranking["model_kind"] == "vlm"]
    if len(ranking) and blamed:
        moved = ranking[ranking["rank_published"] != ranking["rank_audited"]]
        largest = ranking.sort_values("difference", key=abs).iloc[-1]
        order = "the order of the models stays the same" if moved.empty else "the order of the models changes"
        sentences.append(
            f"With the audited truth {order}; the largest change is {largest['run_label']}'s, from "
            f"{largest['kappa_published']:.2f} to {largest['kappa_audited']:.2f} %."
        )
    return sentences
