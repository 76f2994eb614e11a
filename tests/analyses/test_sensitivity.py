"""The detectable difference of a set: the sentence's figures equal the estimates."""

import numpy as np
import pytest

from core.analyses.sensitivity import describe_sensitivity, list_detectable_differences
from core.formatting import format_number
from core.records import COUNTED
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.intervals import compute_detectable
from tests.analyses.answers import ABOUT
from tests.analyses.slow_overview import slow_overview
from tests.analyses.test_overview import MODELS, lifts_of, make_run_answers


def test_the_sentence_states_the_median_over_models_and_pairs():
    """Differences from the blind baseline and between models have separate figures.

    References and few groups have none.
    """
    answers = make_run_answers(MODELS)
    found = slow_overview(answers, lifts_of(answers, 50), ABOUT)
    skill = found.skill[found.skill["run_id"].isin(found.compared)]
    one, two = (float(np.median(rows["detectable"])) for rows in (skill, found.pairs))
    text = describe_sensitivity(found)
    assert text.startswith("These 12 triangles would show")
    assert f"{format_number(one)} points between one model and the best constant answer" in text
    assert f"{format_number(two)} points between two models" in text
    few = make_run_answers(MODELS, 4)
    assert describe_sensitivity(slow_overview(few, lifts_of(few, 50), ABOUT)) == ""
    references = answers[answers["model_kind"] == "reference"]
    assert describe_sensitivity(slow_overview(references, lifts_of(references, 50), ABOUT)) == ""


def test_what_a_question_could_have_shown_is_the_median_over_the_runs():
    """By the definition, run by run, from the standard error of its skill on the question; few groups have none."""
    answers = make_run_answers(MODELS)
    skill = answers.dropna(subset=["skill"])
    sums = skill.groupby(["run_id", "group_id", "question_id"], as_index=False).agg(
        skill=("skill", "sum"), n_skill=("skill", "size")
    )
    found = list_detectable_differences(sums.rename(columns={"n_skill": COUNTED.format("skill")}), None)
    for row in found.itertuples():
        of_question = skill[skill["question_id"] == row.question_id]
        tables = [compute_grouped_means(of_run, "skill") for _, of_run in of_question.groupby("run_id")]
        expected = [
            100 * float(compute_detectable(table["standard_error"].to_numpy(), table["n_groups"].to_numpy() - 1)[0])
            for table in tables
        ]
        assert row.detectable == pytest.approx(np.nanmedian(expected))
        assert (row.n_runs, row.n_groups) == (len(tables), max(int(table["n_groups"].iloc[0]) for table in tables))
    few = sums[sums["group_id"].isin(sorted(sums["group_id"].unique())[:4])]
    few = few.rename(columns={"n_skill": COUNTED.format("skill")})
    assert list_detectable_differences(few, None)["detectable"].isna().all()
