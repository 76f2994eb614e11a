"""Tests of the effect of the choice of parser, against counts by hand."""

import pandas as pd
import pytest

from core.benchmarks.choice.benchmark_data import PROMPT
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.statistics.parser_comparison import add_parser_choices, compare_parsers, summarise_parsers
from core.warehouse.build import build
from core.warehouse.read import NO_FILTERS, open_current
from tests.cli.test_choice import run_command
from tests.workflows.test_add_table import write_table

SHAPES = ("circle", "square", "triangle", "pentagon")
REPLIES = pd.DataFrame(
    [
        ("a", "Answer: B", 1),  # all B, right
        ("a", "b", 1),  # only the careful parser reads it, right
        ("a", "The answer is B, not A", 1),  # last letter: A; can infer: B, after `answer is`; careful: B
        ("a", "Either D or B", 1),  # last letter: B, by chance; unreadable for the others
        ("a", "It is a circle.", 1),  # unreadable for last letter; the others: A, wrong
        ("a", None, 1),
        ("b", "", 0),
    ],
    columns=["run_id", "raw", "truth"],
).assign(options=[SHAPES] * 7, text=None)

CHOSEN = add_parser_choices(REPLIES)


def test_unreadable_shares():
    """Each parser's unreadable replies are counted, including those without text; none of them is right."""
    table = summarise_parsers(CHOSEN).set_index(["run_id", "parser"])
    assert table.loc["a", "n_unreadable"].to_dict() == {"last_letter": 3, "can_infer": 3, "careful": 2}
    assert table.loc["a", "share_right"].to_dict() == pytest.approx(
        {"last_letter": 2 / 6, "can_infer": 2 / 6, "careful": 3 / 6}
    )
    assert table.loc[("a", "careful"), "share_right_of_read"] == 3 / 4
    assert table.loc["b", "share_unreadable"].eq(1).all()
    assert table.loc["b", "share_right_of_read"].isna().all()


def test_changed_scores():
    """Readings and scores that differ between two parsers are counted in both directions."""
    table = compare_parsers(CHOSEN).set_index(["run_id", "first", "second"])
    expected = {
        ("last_letter", "can_infer"): (3, 1, 1),
        ("careful", "last_letter"): (4, 2, 1),
        ("careful", "can_infer"): (1, 1, 0),
    }
    for (first, second), counts in expected.items():
        row = table.loc[("a", first, second)]
        assert tuple(row[["n_readings_changed", "only_first_right", "only_second_right"]]) == counts
        assert row["n_scores_changed"] == counts[1] + counts[2]
        assert table.loc[("b", first, second), "n_readings_changed"] == 0


def test_rows_keep_their_index():
    """The chosen options keep the index of their replies."""
    shuffled = REPLIES.sample(frac=1, random_state=1)
    pd.testing.assert_frame_equal(add_parser_choices(shuffled).sort_index(), add_parser_choices(REPLIES))
    assert compare_parsers(CHOSEN.iloc[:0]).empty
    assert summarise_parsers(CHOSEN.iloc[:0]).empty


def test_the_question_is_read_with_the_reply():
    """The careful parser knows the question, as for every other figure: a reply may repeat its statement."""
    replies = pd.DataFrame(
        {
            "raw": ["The lines intersect between 2 and 3."],
            "options": [("True", "False")],
            "text": ["In the figure, the lines do not intersect between 2 and 3. True or False?"],
        }
    )
    assert add_parser_choices(replies)["careful"].tolist() == [1.0]
    assert add_parser_choices(replies.assign(text=None))["careful"].isna().all()


def test_options_in_another_order_are_read_as_the_model_saw_them(workspace, tmp_path):
    """The careful parser counts the same right replies as every other figure, in any order of options."""
    run_command("add", write_table(tmp_path))
    own = workspace.select_benchmark("colours")
    with open_current(own) as warehouse:
        asked = warehouse.load_table("asked").dropna(subset=["options"]).drop_duplicates("case_id")
    run = Run("mine", Model("mine", "Mine"), "colours", PROMPT, "original", "a test")
    replies = [Reply("mine", row.case_id, "A", options=tuple(reversed(row.options))) for row in asked.itertuples()]
    write_journal(own.runs / "mine.jsonl", run, replies)
    build(own, own.release)
    with open_current(own) as warehouse:
        choices = add_parser_choices(warehouse.query("choice_replies", run_id="mine", at_most=100))
        answers = warehouse.query("answers", filters={**NO_FILTERS, "runs": ["mine"]}).set_index("case_id")
    is_right = (choices["careful"] == choices["truth"]).set_axis(choices["case_id"])
    assert 0 < is_right.sum() < len(is_right)
    assert is_right.to_dict() == (answers["score"] == 1)[is_right.index].to_dict()
