"""Tests of the page Slices through AppTest."""

import json

import pytest

from core.analyses.slices import list_slice_factors
from core.benchmarks.data import MARGIN
from core.benchmarks.gepbench.item_reader import ITEMS
from core.benchmarks.gepbench.reader import PROMPT
from core.generators.gepbench.write import synthesize
from core.records import Reply, Run
from core.review.cohorts import read_cohorts
from core.review.entries import AnswerKey, SampleStratum
from core.review.review_file import EntryAuthor, append_entries
from core.runs.journal import write_journal
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from core.workflows.generated_sets import prepare_default_set
from tests.conftest import copy_data
from tests.dashboard.pages import drawn, open_page, text_of
from tests.small_gepbench import BENCHMARK_ID, CAREFUL, OTHER

N_ITEMS = 60


def fill_sliced(made):
    """Write a set whose model is right on nine of ten easy items and wrong on nine of ten hard ones, and build it."""
    own = made.select_benchmark(BENCHMARK_ID)
    synthesize(own.release, N_ITEMS)
    items = [json.loads(line) for line in (own.release / ITEMS).read_text(encoding="utf-8").splitlines()]
    run_id = CAREFUL.model_id
    replies = []
    for level in ("easy", "hard"):
        for number, item in enumerate(item for item in items if item["item_id"].startswith(level)):
            is_right = (level == "easy") != (number % 10 == 0)
            letter = item["letter"] if is_right else OTHER[item["letter"]]
            replies.append(Reply(run_id, item["item_id"], letter))
    run = Run(run_id, CAREFUL, BENCHMARK_ID, PROMPT, "original", "a test")
    write_journal(own.runs / f"{run_id}.jsonl", run, replies)
    prepare_default_set(made, BENCHMARK_ID)


@pytest.fixture(scope="session")
def sliced_workspace(fill_once):
    """Return a workspace whose data folder holds this set, for read-only tests."""
    return fill_once("sliced", fill_sliced)


@pytest.fixture
def sliced(workspace, sliced_workspace, monkeypatch):
    """Return this test's own copy of the set."""
    copy_data(sliced_workspace.data, workspace.data)
    monkeypatch.setenv("TRILENS_DATA", str(workspace.data))
    return workspace


def test_a_small_release_says_that_it_is_too_small(shared):
    """Three triangles are too few to search, alone and against another model."""
    app = open_page("slices")
    assert not app.exception
    assert "Too few triangles to search for slices" in text_of(app)
    app.selectbox(key="slice_against").select_index(1).run()
    assert not app.exception
    assert "Too few triangles to search for slices" in text_of(app)


def test_a_link_restores_the_choice(shared):
    """Model and comparison are in the address; a filter narrows the search."""
    app = open_page("slices", slice_run="GPT-5", slice_against="Gemini 2.5 Pro")
    assert not app.exception
    assert app.selectbox(key="slice_run").value == "tri_bench-openai_gpt_5"
    assert app.selectbox(key="slice_against").value == "tri_bench-gemini_2.5_pro"


def test_a_confirmed_slice_has_a_sentence_with_its_interval_and_opens_its_cases(sliced):
    """The sentence has mean, interval and groups, thumbnails show cases of the slice, and the link opens just these."""
    app = open_page("slices", slice_run="Careful")
    assert not app.exception
    text = text_of(app)
    assert (
        "Careful is weakest where the level is hard: it scores 10.0%, against 50.0% over all its answers to the same "
        "kinds of question."
    ) in text
    (test_row,) = app.table[0].value.to_dict("records")  # a single slice has no table of scores
    assert test_row["Condition"] == "Level: hard"
    assert f"; {N_ITEMS // 2} figures in all)." in text
    low, high = map(float, test_row["95% CI"].split("–"))
    assert 40 < low < test_row["lower than other answers, points"] < high
    assert f"points below its other answers to equally hard questions (95% CI {test_row['95% CI']}, " in text
    [tiles] = [gallery["tiles"] for gallery in drawn(app, "gallery")]
    assert len(tiles) == 4
    assert all(tile["case_id"].startswith("hard") for tile in tiles)
    app.button(key="slice-0-cases").click().run()
    [trip] = drawn(app, "trip")
    assert trip["page"] == "cases"
    app = open_page("cases", scope=trip["parameters"]["scope"][0], **{"from": "slices?slice_run=Careful"})
    assert f"**{N_ITEMS // 2} " in text_of(app)
    assert "Back to Slices" in [button.label for button in app.button]


def test_a_confirmed_slice_is_saved_as_a_cohort(sliced):
    """The cohort has the cases of the slice and its sentence, and can be chosen as a filter from then on."""
    app = open_page("slices", slice_run="Careful")
    app.session_state["opened-slice-0-cohort"] = True
    app.run()
    app.text_input(key="slice-0-cohort-name").set_value("Hard ones")
    app.text_input(key="slice-0-cohort-author").set_value("Ada")
    next(button for button in app.button if button.form_id == "slice-0-cohort-form").click().run()
    assert not app.exception
    saved = read_cohorts(sliced.data, BENCHMARK_ID)["Hard ones"]
    assert len(saved.case_ids) == N_ITEMS // 2
    assert all(case_id.startswith("hard") for case_id in saved.case_ids)
    assert saved.description.startswith("Careful scores 10.0% where the level is hard")
    assert f"**{N_ITEMS // 2} " in text_of(open_page("cases", cohort="Hard ones"))


def test_bands_of_margins_form_slices(sliced_workspace):
    """A benchmark with margins is searched by their bands too; factors derived from answers form no slice."""
    with open_current(sliced_workspace.select_benchmark(BENCHMARK_ID)) as warehouse:
        info = read_benchmark_info(warehouse)
        options = warehouse.query("filter_options").groupby("filter")["value"].apply(list).to_dict()
    options |= {key: list(factor.levels) for key, factor in info.factors.items() if factor.levels}
    factors = list_slice_factors(info, options)
    assert {"question", "level", MARGIN} <= set(factors)
    assert "difficulty" not in factors


def test_the_cases_of_a_code_slice_fit_the_filters(sliced):
    """With a cohort as the filter, thumbnails, the saved cases and the link have only the cohort's cases."""
    ada, too_hard, other = EntryAuthor(BENCHMARK_ID, "Ada"), "a" * 16, "b" * 16
    with open_current(sliced.select_benchmark(BENCHMARK_ID)) as warehouse:
        case_ids = sorted(str(case_id) for case_id in warehouse.query("case_ids")["case_id"])
        question_id = str(warehouse.query("questions")["question_id"][0])
    answers = [AnswerKey(CAREFUL.model_id, case_id, question_id) for case_id in case_ids]
    kept = {case_id for level in ("easy", "hard") for case_id in [one for one in case_ids if level in one][:25]}
    codes = [{"kind": "code", "code_id": code_id, "name": name} for code_id, name in ((too_hard, "Hard"), (other, "X"))]
    cohort = {"kind": "cohort", "cohort_id": "c" * 16, "name": "Kept", "case_ids": sorted(kept)}
    sample = {
        "kind": "sample",
        "name": "all",
        "strata": (SampleStratum(run_id=CAREFUL.model_id, label="all", n_answers=N_ITEMS, n_groups=N_ITEMS),),
        "answers": tuple(answers),
        "stratum_of": (0,) * N_ITEMS,
        "group_of": tuple(case_ids),
    }
    decisions = [
        {"kind": "answer", "code_id": too_hard if "hard" in answer.case_id else other, **answer.to_fields()}
        for answer in answers
    ]
    append_entries(sliced.data, ada, [*codes, cohort, sample, *decisions])
    chosen = {"slice_run": "Careful", "slice_measure": "a failure cause is more frequent", "slice_code": "Hard"}
    app = open_page("slices", cohort="Kept", **chosen)
    assert not app.exception
    assert "Level: hard. 100.0% of the wrong answers of Careful have the cause “Hard”" in text_of(app)
    [tiles] = [gallery["tiles"] for gallery in drawn(app, "gallery")]
    assert {tile["case_id"] for tile in tiles} <= kept
    app.button(key="code-slice-0-cases").click().run()
    [trip] = drawn(app, "trip")
    assert trip["page"] == "cases"
    assert "cohort" in trip["kept"]
    link = {name: values[0] for name, values in trip["parameters"].items()}
    assert "**25 " in text_of(open_page("cases", cohort="Kept", **link))
