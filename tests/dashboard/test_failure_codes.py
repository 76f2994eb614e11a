"""Tests of failure codes on Cases, Heatmaps and Compare, through AppTest: figures as on Review, and exact lists."""

import pytest

from core.review.entries import AnswerKey, SampleStratum
from core.review.review_file import EntryAuthor, append_entries
from tests.dashboard.pages import drawn, open_page, text_of

ADA, BOB = EntryAuthor("tri_bench", "Ada"), EntryAuthor("tri_bench", "Bob")
CODES = {"a" * 16: "Side too long", "b" * 16: "Habit"}


@pytest.fixture
def coded(workspace, tiny_data, tiny_warehouse):
    """Return a sample of 12 answers of two runs: Ada coded ten, and Bob gave two of these other codes."""
    rows = tiny_warehouse.query("runs")
    runs = (
        list(rows.loc[rows["model_kind"] == "vlm", "run_id"])[:2] if "model_kind" in rows else list(rows["run_id"])[:2]
    )
    cases = [str(case_id) for case_id in tiny_warehouse.query("case_ids")["case_id"]][:6]
    answers = [AnswerKey(run_id, case_id, "Q1") for case_id in cases for run_id in runs]
    strata = tuple(SampleStratum(run_id=run_id, label=run_id, n_answers=50, n_groups=20) for run_id in runs)
    sample = {
        "kind": "sample",
        "name": "drawn",
        "strata": strata,
        "answers": tuple(answers),
        "stratum_of": tuple(runs.index(answer.run_id) for answer in answers),
        "group_of": tuple(answer.case_id[:3] for answer in answers),
    }
    first, second = CODES
    append_entries(workspace.data, ADA, [{"kind": "code", "code_id": key, "name": name} for key, name in CODES.items()])
    append_entries(workspace.data, ADA, [sample])
    decisions = [
        {"kind": "answer", "code_id": first if answer.run_id == runs[0] else second, **answer.to_fields()}
        for answer in answers[:10]
    ]
    append_entries(workspace.data, ADA, decisions)
    append_entries(workspace.data, BOB, [{**fields, "code_id": second} for fields in decisions[:2]])
    return workspace, runs, cases


def test_cases_lists_exactly_the_answers_of_a_sample_and_a_coder(coded):
    """A code alone counts all answers; with a coder, only that coder's."""
    text = text_of(open_page("cases", code="Habit", code_sample="drawn"))
    assert "**5 photographs**" in text
    assert "5 answers have the cause *Habit*" in text
    text = text_of(open_page("cases", code="Habit", code_sample="drawn", code_coder="Bob"))
    assert "**1 photograph**" in text
    assert "2 answers have the cause *Habit*" in text


def test_a_coder_without_a_code_is_ignored(coded):
    """A link with only a sample and a coder lists every case."""
    text = text_of(open_page("cases", code_sample="drawn", code_coder="Bob"))
    assert "have the cause" not in text


@pytest.mark.parametrize("factor", ["Model", "Question", "Condition", "Run"])
def test_heatmaps_has_codes_as_a_factor(coded, factor):
    """Codes can be rows or columns, with any other factor; the page states what the shares are of."""
    for query in ({"rows": "Failure cause", "columns": factor}, {"rows": factor, "columns": "Failure cause"}):
        app = open_page("heatmaps", **query)
        assert not app.exception
        assert "estimated from 10 reviewed answers of the sample “drawn”" in text_of(app)
        assert not [widget for widget in app.get("button_group") if widget.key == "measure"]


@pytest.mark.parametrize(
    ("page", "key", "former", "name"),
    [
        ("heatmaps", "rows", "Failure code", "Failure cause"),
        ("heatmaps", "columns", "Failure code", "Failure cause"),
        ("compare", "slice", "Failure code", "Failure cause"),
        ("slices", "slice_measure", "a failure code is more frequent", "a failure cause is more frequent"),
    ],
)
def test_links_with_the_former_word_become_the_present_ones(coded, page, key, former, name):
    """A link that calls causes codes opens what it did."""
    assert [trip["parameters"] for trip in drawn(open_page(page, **{key: former}), "trip")] == [{key: [name]}]


def test_links_with_former_names_of_all_answers_become_the_present_ones(coded):
    """A link to all reviewed answers, or to the first reviewer of each, opens them."""
    former = {"rows": "Failure cause", "review_sample": "All coded answers, not a random sample"}
    present = {"review_sample": ["All reviewed answers, not a random sample"]}
    assert [trip["parameters"] for trip in drawn(open_page("heatmaps", **former), "trip")] == [present]
    former = {"rows": "Failure cause", "coder_first": "the first coder of each answer"}
    present = {"coder_first": ["the first reviewer of each answer"]}
    assert [trip["parameters"] for trip in drawn(open_page("heatmaps", **former), "trip")] == [present]


def test_heatmaps_states_that_counts_are_no_rates(coded):
    """All coded answers are counted, without intervals."""
    app = open_page("heatmaps", rows="Failure cause", columns="Model")
    app.selectbox(key="review_sample").set_value("").run()
    assert not app.exception
    assert "among the 10 reviewed answers" in text_of(app)
    assert "counts, not rates" in text_of(app)


def test_heatmaps_needs_another_factor_beside_the_codes(coded):
    """Codes by codes are refused with the reason."""
    assert "Failure causes are both rows and columns" in text_of(
        open_page("heatmaps", rows="Failure cause", columns="Failure cause")
    )


def test_without_codes_the_factor_is_missing(shared):
    """The factor appears with the first code."""
    app = open_page("heatmaps")
    assert "Failure cause" not in app.selectbox(key="rows").options


def test_compare_shows_the_difference_of_shares(coded):
    """Both runs have five coded answers, each all of one code; six triangles are too few for a conclusion."""
    app = open_page("compare", slice="Failure cause")
    assert not app.exception
    text = text_of(app)
    assert "Fewer than" in text or "too few" in text


def test_slices_search_the_codes_of_a_sample(coded):
    """The code search appears once a sample exists; three triangles are too few for it, and the link keeps the code."""
    app = open_page("slices", slice_measure="a failure cause is more frequent", slice_run="Gemini 2.5 Pro")
    assert not app.exception
    assert app.selectbox(key="slice_code").options == list(CODES.values())
    assert "with reviewed answers of Gemini 2.5 Pro to search: 2. Each side of a comparison needs ten." in text_of(app)
