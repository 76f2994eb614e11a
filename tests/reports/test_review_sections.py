"""Tests that the report has the team's codes, rates, cohorts and slices, and omits empty sections."""

import html

import pytest

from core.errors import ReviewError
from core.reports.report import render_report, to_json
from core.reports.review_sections import build_review_sections
from core.review.codebook import ReviewState, replay_entries
from core.review.cohorts import build_cohort_fields, choose_report_cases
from core.review.review_file import EntryAuthor, append_entries, read_entries
from core.warehouse.read import CASE_IDS, NO_FILTERS, open_current

ADA = EntryAuthor("tri_bench", "Ada")
RUN, CODE = "tri_bench-openai_gpt_5", "a" * 16
KEY = {"run_id": RUN, "case_id": "001_P0"}


@pytest.fixture
def state(tmp_path, tiny_workspace):
    """Make a review with a code, a sample of two answers and a cohort."""
    with open_current(tiny_workspace) as warehouse:
        questions = list(warehouse.load_table("asked")["question_id"].unique())[:2]
    answers = [(RUN, "001_P0", question) for question in questions]
    strata = [{"run_id": RUN, "label": "all", "n_answers": 4, "n_groups": 1}]
    append_entries(
        tmp_path,
        ADA,
        [
            {"kind": "code", "code_id": CODE, "name": "Mirrored <b>", "definition": "left for right"},
            {"kind": "sample", "name": "First look", "strata": strata, "answers": answers, "stratum_of": [0, 0],
             "group_of": ["001", "001"]},
            *({"kind": "answer", "code_id": CODE, "question_id": question, **KEY} for question in questions),
            build_cohort_fields("Both poses", "by hand", ["001_P0", "001_T0"]),
        ],
    )  # fmt: skip
    return replay_entries(read_entries(tmp_path).entries, "tri_bench")


def test_the_sections_have_codes_rates_and_cohorts(state, tiny_workspace):
    """Codes have counts, the sample has rates, and each cohort has the means of its answers."""
    with open_current(tiny_workspace) as warehouse:
        sections = {section.key.rpartition("_")[0] or section.key: section.table
                    for section in build_review_sections(warehouse, state)}  # fmt: skip
        answers = warehouse.query("answers", filters={**NO_FILTERS, CASE_IDS: ["001_P0", "001_T0"]})
    assert sections["failure"].to_dict("records") == [
        {"code": "Mirrored <b>", "definition": "left for right", "answers": 2}
    ]
    [rate] = sections["code_rates"].to_dict("records")
    assert (rate["code"], rate["value"], rate["n_coded"], rate["n_groups"]) == ("Mirrored <b>", 100.0, 2, 1)
    assert rate["low"] != rate["low"]  # one group is too few for an interval
    [cohort] = sections["cohorts"].to_dict("records")
    assert (cohort["cohort"], cohort["cases"]) == ("Both poses", 2)
    expected = 100 * answers.loc[answers["run_id"] == RUN, "score"].mean()
    assert cohort["GPT-5"] == pytest.approx(expected, abs=1e-9)


def test_saved_views_have_a_separate_table(tmp_path, tiny_workspace):
    """A view has no cases, so it is not listed as a cohort and cannot select cases; its choices are readable."""
    append_entries(
        tmp_path, ADA, [build_cohort_fields("Tilted", "why", [], "heatmaps?pose=tilted&pose=planar&rows=A+b")]
    )
    review = replay_entries(read_entries(tmp_path).entries, "tri_bench")
    with open_current(tiny_workspace) as warehouse:
        [section] = build_review_sections(warehouse, review)
    assert section.table.to_dict("records") == [
        {"view": "Tilted", "shows": "why", "page": "Heatmaps", "choices": "pose: tilted, planar; rows: A b"}
    ]
    with pytest.raises(ReviewError, match="'Tilted' does not exist"):
        choose_report_cases([], "Tilted", review.cohorts)


def test_the_report_escapes_codes(state, tiny_workspace):
    """HTML and Markdown show codes, a pinned case lists its codes, and no code's name becomes markup."""
    with open_current(tiny_workspace) as warehouse:
        page = render_report(warehouse, "html", ["001_P0"], tiny_workspace.derived_images, (), state)
        text = render_report(warehouse, "md", review=state)
        plain = to_json(warehouse, state)
        without = to_json(warehouse)
    assert "Mirrored <b>" not in page
    assert "Mirrored <b> · GPT-5" in html.unescape(page)
    assert "## Failure causes" in text
    assert plain["cohorts"][0]["cohort"] == "Both poses"
    assert {key: plain[key] for key in without} == without


def test_an_empty_review_adds_nothing(tiny_workspace):
    """Without codes and cohorts, and with too few groups for slices, the report is unchanged."""
    with open_current(tiny_workspace) as warehouse:
        assert build_review_sections(warehouse, ReviewState()) == []
        assert to_json(warehouse, ReviewState()) == to_json(warehouse)


def test_a_cohort_is_added_to_the_pinned_cases(state):
    """Each case appears once; the error for an unknown cohort lists the existing ones."""
    assert choose_report_cases(["001_T0"], "both POSES", state.cohorts) == ["001_T0", "001_P0"]
    assert choose_report_cases(["001_T0"], None, state.cohorts) == ["001_T0"]
    with pytest.raises(ReviewError, match="'none' does not exist. Choose from Both poses"):
        choose_report_cases([], "none", state.cohorts)
