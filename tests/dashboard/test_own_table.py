"""Tests of pages of a user's table with a single group: they say what cannot be selected or concluded."""

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from core.benchmarks.choice.benchmark_data import PROMPT
from core.records import Model, Reply, Run
from core.runs.journal import write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from dashboard.components.mount import make_component_key
from tests.cli.test_choice import run_command
from tests.dashboard.pages import drawn, facts_of, matrix_of, open_page, text_of
from tests.workflows.test_add_table import write_table

NONE = "Best constant answer and Text-only baseline: none, there are too few groups to choose them on."


@pytest.fixture
def one_group(workspace, tmp_path):
    """Return five questions about one scene, and a model's replies, one of which is readable."""
    run_command("add", write_table(tmp_path, group="kitchen"))
    own = workspace.select_benchmark("colours")
    run = Run("m", Model("m", "M"), "colours", PROMPT, "original", "a test")
    write_journal(own.runs / "m.jsonl", run, [Reply("m", f"q{n}", "perhaps" if n else "A") for n in range(5)])
    build(own)
    return own


@pytest.mark.slow
def test_what_cannot_be_chosen_is_none_and_not_unreadable(one_group):
    """Overview, a case and Bias say that there is no blind constant and why; the model's reply stays unreadable."""
    app = open_page("overview")
    assert not app.exception
    assert "No model is compared yet: M (too many unreadable items)." in text_of(app)
    assert list(app.table[0].value["Model"]) == ["M"]
    assert NONE in text_of(app)
    app = open_page("cases", photograph="q1")
    assert not app.exception
    text = text_of(app)
    assert "No option could be read from M." in text
    assert NONE in text
    answers = matrix_of(app)
    assert answers["Best constant answer"].tolist() == ["none unreadable"]
    assert answers["M"].tolist() == ["unparsed unreadable"]
    app = open_page("bias", run="Best constant answer")
    assert "Best constant answer: none, there are too few groups to choose it on." in app.info[0].value


def test_the_report_and_the_terminal_say_so_too(one_group):
    """A missing constant baseline is not counted as unreadable answers."""
    report = run_command("report", "--benchmark", "colours")
    assert NONE in report
    (row,) = [line for line in report.splitlines() if line.startswith("| Best constant answer |")][:1]
    assert row.split(" | ")[-3] == "0"
    assert "No model is compared yet: M (too many unreadable items)." in report


def test_overview_shows_an_example_of_open_questions(workspace, tmp_path):
    """A benchmark of numbers only has an example on Overview, with its question, both answers and the model's."""
    colours = ("red", "green", "blue", "white")
    for colour in colours:
        Image.new("RGB", (40, 30), colour).save(tmp_path / f"{colour}.png")
    rows = [f"{number},How many legs?,{number + 5},{colour}.png,4" for number, colour in enumerate(colours)]
    table = tmp_path / "legs.csv"
    table.write_text("\n".join(["id,question,answer,image,expected_bias", *rows]))
    run_command("add", table, "--rule", "count")
    own = workspace.select_benchmark("legs")
    run = Run("m", Model("m", "M"), "legs", "{text}", "original", "a test")
    write_journal(own.runs / "m.jsonl", run, [Reply("m", str(number), "4") for number in range(4)])
    build(own)
    app = open_page("overview")
    assert not app.exception
    assert drawn(app, "question")[0]["text"].startswith("How many legs?")
    assert "Correct: **5**  \nThe expected wrong answer: **4**" in text_of(app)
    assert "M says" in text_of(app)


@pytest.mark.slow
def test_a_single_group_makes_no_claim(one_group):
    """A model that answered everything about one scene is not called best, and its mean is shown as preliminary."""
    run = Run("n", Model("n", "N"), "colours", PROMPT, "original", "a test")
    write_journal(one_group.runs / "n.jsonl", run, [Reply("n", f"q{n}", "A") for n in range(5)])
    build(one_group)
    text = text_of(open_page("overview"))
    assert "1 group is too few to tell how accurate the model is: a claim needs 10." in text
    assert "The mean accuracy is 40.0% so far, of N." in text
    assert "N answered about too few groups to tell whether it looks at the item." in text
    assert "(95% CI" not in text
    assert "This benchmark has no sets of items that count together." in open_page("robustness").info[0].value
    legends = [drawn(open_page("cases", photograph=f"q{n}"), "answers")[0]["legend"] for n in range(5)]
    assert ["right", "correct"] in [list(entry) for legend in legends for entry in legend]
    assert "Here there are" not in text_of(open_page("compare"))


def test_data_counts_flattened_images(workspace, tmp_path):
    """Data says how many files have transparent pixels and how many are animated, counting each file once."""
    table = write_table(tmp_path)
    Image.new("RGBA", (64, 64), (0, 0, 0, 0)).save(tmp_path / "0.png")
    frames = [Image.new("RGBA", (64, 64), (number, 0, 0, 90)) for number in range(3)]
    frames[0].save(tmp_path / "1.png", save_all=True, append_images=frames[1:])
    run_command("add", table)
    with open_current(workspace.select_benchmark("colours")) as warehouse:
        assert dict(warehouse.query("conversions").to_numpy()) == {"transparency": 2, "frames": 1}
    sentence = "2 with transparent pixels: flattened on white; 1 animated: the first frame is shown and sent."
    assert sentence in text_of(open_page("data"))


def test_a_case_of_a_large_group_reads_a_few_of_its_cases(workspace, tmp_path):
    """In a group of 300 cases a page reads the first ones, the case and the next; counts cover all of them."""
    rows = [{"id": f"r{number}"} for number in range(295)]
    run_command("add", write_table(tmp_path, *rows, group="kitchen"))
    own = workspace.select_benchmark("colours")
    run = Run("m", Model("m", "M"), "colours", PROMPT, "original", "a test")
    write_journal(own.runs / "m.jsonl", run, [Reply("m", f"r{n}", "A") for n in range(295)])
    build(own)
    with open_current(own) as warehouse:
        near = warehouse.query("group_cases", case_id="r100", first=24)
        counted = warehouse.query("answers_in_group", case_id="r100", run_ids=["m"], right_at=0.9).iloc[0]
    assert len(near) == 26
    assert list(near["case_id"])[-2:] == ["r100", "r101"]
    assert (counted["n"], counted["alike"], counted["n_right"]) == (295, 295, 295)
    app = open_page("cases", photograph="r100")
    assert not app.exception
    assert "orrect on 295 of 295 items of this kind about the same group." in facts_of(app)["M"]


def show_replies_of_two_cases():
    """Show the replies of two cases whose ids differ only in characters that Streamlit refuses in a key."""
    from dashboard.components.reply import show_reply

    for case_id in ("chemistry__shape", "chemistry-shape"):
        show_reply([("The answer is ", ""), ("A", "answer phrase")], f"reply-{case_id}-gpt__4")


def test_ids_may_have_two_underscores():
    """Streamlit refuses double underscores in component keys; VisOnlyQA's cases and many runs have them."""
    app = AppTest.from_function(show_replies_of_two_cases).run()
    assert not app.exception
    first, second = make_component_key("a__b"), make_component_key("a-b")
    assert "__" not in first
    assert first != second == "a-b"
    assert make_component_key("a__b") == first != make_component_key("a-__b")
