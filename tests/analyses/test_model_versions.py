"""Warnings where replies come from several versions of a model."""

import pandas as pd

from core.analyses.model_versions import MAX_VERSIONS, describe_versions

COLUMNS = ["run_id", "model_id", "model_name", "run_label", "api_model", "replies"]


def versions_of(*rows):
    """Rows of the query `model_versions`."""
    return pd.DataFrame(rows, columns=COLUMNS)


def test_one_version_of_each_model_needs_no_warning():
    """Different models have different versions; two runs of one model with the same version are alike."""
    versions = versions_of(
        ("a1", "a", "A", "A · plain", "a-2025", 10),
        ("a2", "a", "A", "A · steps", "a-2025", 10),
        ("b1", "b", "B", "B", "b-2026", 10),
    )
    assert describe_versions(versions, ["a1", "a2", "b1"]) == []
    assert describe_versions(versions_of(), ["a1"]) == []


def test_a_run_whose_version_changed_is_named_with_its_replies():
    """The sentence names the run, its versions and how many replies each gave; at most three versions by name."""
    versions = versions_of(*(("a1", "a", "A", "A · plain", f"a-{n}", 10 - n) for n in range(5)))
    (sentence,) = describe_versions(versions, ["a1"])
    assert sentence.startswith("A · plain was answered by 5 model versions: a-0 (10 replies), a-1 (9 replies)")
    assert f"{5 - MAX_VERSIONS} more" in sentence
    assert describe_versions(versions, ["other"]) == []


def test_runs_of_one_model_with_different_versions_are_warned_of():
    """Two prompts that were asked months apart may differ by the version, not by the prompt."""
    versions = versions_of(("a1", "a", "A", "A · plain", "a-2025", 10), ("a2", "a", "A", "A · steps", "a-2026", 30))
    (sentence,) = describe_versions(versions, ["a1", "a2"])
    assert sentence == (
        "The runs of A were answered by different model versions: a-2026 (30 replies) and a-2025 (10 replies). "
        "A difference between these runs may be one between versions."
    )
    assert describe_versions(versions, ["a1"]) == []
