"""Tests of strips of passes: a row per model, design and question."""

from types import SimpleNamespace

import pandas as pd

from core.analyses.pass_strips import build_pass_strips

SIGNS = {"right": "✓", "wrong": "✗", "unreadable": ""}


def make_column(run_id, text, verdict):
    """Return a run's answer to the only question."""
    return SimpleNamespace(run_id=run_id, cells=(SimpleNamespace(text=text, verdict=verdict),))


def make_designs(**prompts):
    """Return runs of one model by id, each with its prompt."""
    rows = [{"run_id": run_id, "model_id": "m", "model_name": "M", "prompt_id": prompt, "image_view": "original",
             "request_design": "{}", "option_order": 1} for run_id, prompt in prompts.items()]  # fmt: skip
    return pd.DataFrame(rows)


def make_table(*columns):
    """Return a table of answers to one question."""
    return SimpleNamespace(columns=columns, questions=(SimpleNamespace(name="Angle"),))


def test_passes_of_a_prompt_are_in_one_row():
    """The passes of each prompt are side by side, with signs and the numbers of right and of different answers."""
    table = make_table(
        make_column("a", "B", "right"), make_column("b", "C", "wrong"), make_column("c", "unreadable", "unreadable"),
        make_column("other", "B", "right"),
    )  # fmt: skip
    found = build_pass_strips(table, make_designs(a="own", b="own", c="steps"), SIGNS).set_index("design")
    assert found.loc["own", "answers"] == "B ✓ | C ✗"
    assert found.loc["steps", "answers"] == "unreadable"
    assert found.loc["own", ["n_right", "n_passes", "n_different"]].tolist() == [1, 2, 2]
    assert set(found["question"]) == {"Angle"}


def test_a_model_asked_once_has_no_strip():
    """A single run gives no strip; nor does a second run that was not asked about this case."""
    table = make_table(make_column("a", "B", "right"))
    assert build_pass_strips(table, make_designs(a="own", b="own"), SIGNS).empty
