"""Warnings about replies from several versions of a model."""

import pandas as pd

from core.analyses.model_versions import MAX_VERSIONS, describe_versions

COLUMNS = ["run_id", "model_id", "model_name", "run_label", "api_model", "replies"]


def make_versions(*rows):
    """Return rows of the query `model_versions`."""
    return pd.DataFrame(rows, columns=COLUMNS)


def test_one_version_of_each_model_needs_no_warning():
    """Different models may have different versions; two runs of one model with the same version give no warning."""
    versions = make_versions(
        ("a1", "a", "A", "A · plain", "a-2025", 10),
        ("a2", "a", "A", "A · steps", "a-2025", 10),
        ("b1", "b", "B", "B", "b-2026", 10),
    )
    assert describe_versions(versions, ["a1", "a2", "b1"]) == []
    assert describe_versions(make_versions(), ["a1"]) == []


def test_changed_version_is_named():
    """The sentence names the run, at most three versions, and the replies of each."""
    versions = make_versions(*(("a1", "a", "A", "A · plain", f"a-{n}", 10 - n) for n in range(5)))
    (sentence,) = describe_versions(versions, ["a1"])
    assert sentence.startswith("A · plain was answered by 5 model versions: a-0 (10 replies), a-1 (9 replies)")
    assert f"{5 - MAX_VERSIONS} more" in sentence
    assert describe_versions(versions, ["other"]) == []


def test_versions_between_runs_warn():
    """Two prompts asked months apart may differ by version, not by prompt."""
    versions = make_versions(("a1", "a", "A", "A · plain", "a-2025", 10), ("a2", "a", "A", "A · steps", "a-2026", 30))
    (sentence,) = describe_versions(versions, ["a1", "a2"])
    assert sentence == (
        "The runs of A were answered by different model versions: a-2026 (30 replies) and a-2025 (10 replies). "
        "A difference between these runs may be one between versions."
    )
    assert describe_versions(versions, ["a1"]) == []
