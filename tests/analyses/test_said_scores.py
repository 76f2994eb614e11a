"""Scores of other programs beside ours: what differs, by run and in words."""

import pandas as pd

from core.analyses.said_scores import by_run, differing, sentence

COLUMNS = ["run_id", "run_label", "case_id", "status", "said", "score"]
ROWS = pd.DataFrame(
    [
        ("a", "A", "c1", "ok", 100.0, 100.0),
        ("a", "A", "c2", "ok", 100.0, 0.0),
        ("a", "A", "c3", "cut", 33.3, 33.4),
        ("b", "B", "c1", "ok", 0.0, 25.0),
        ("b", "B", "c4", "ok", 100.0, None),
        ("c", "C", "c1", "ok", 50.0, 50.0),
    ],
    columns=COLUMNS,
)


def test_replies_that_differ_stand_farthest_first():
    """Rounding is no difference, nor a reply that has no score here."""
    assert differing(ROWS)[["run_id", "case_id", "difference"]].to_numpy().tolist() == [
        ["a", "c2", 100.0], ["b", "c1", -25.0]
    ]  # fmt: skip


def test_runs_count_their_replies_and_differences():
    """A run has its replies with both scores, those that differ, and both means over the same replies."""
    runs = by_run(ROWS).set_index("run_id")
    assert runs["replies"].to_dict() == {"a": 3, "b": 1, "c": 1}
    assert runs["differing"].to_dict() == {"a": 1, "b": 1, "c": 0}
    assert runs["said"].round(2).to_dict() == {"a": 77.77, "b": 0.0, "c": 50.0}


def test_the_sentence_counts_both():
    """The sentence says how many of how many differ, and that there are none where there are none."""
    assert sentence(ROWS) == "2 of 5 replies have another score here than in the program that asked"
    assert sentence(ROWS[:0]) == "No reply here came with another program's score."
