"""What a set could have shown: the figures of the sentence are those of the estimates."""

import numpy as np

from core.analyses.sensitivity import describe_sensitivity
from core.text import number_text
from tests.analyses.answers import ABOUT
from tests.analyses.slow_overview import slow_overview
from tests.analyses.test_overview import MODELS, answers_of, lifts_of


def test_the_sentence_states_the_median_over_models_and_pairs():
    """Differences from not looking and between models have their own figure; references and few groups have none."""
    answers = answers_of(MODELS)
    found = slow_overview(answers, lifts_of(answers, 50), ABOUT)
    skill = found.skill[found.skill["run_id"].isin(found.compared)]
    one, two = (float(np.median(rows["detectable"])) for rows in (skill, found.pairs))
    text = describe_sensitivity(found)
    assert text.startswith("These 12 triangles would show")
    assert f"{number_text(one)} points of one model from not looking" in text
    assert f"{number_text(two)} points between two models" in text
    few = answers_of(MODELS, 4)
    assert describe_sensitivity(slow_overview(few, lifts_of(few, 50), ABOUT)) == ""
    references = answers[answers["model_kind"] == "reference"]
    assert describe_sensitivity(slow_overview(references, lifts_of(references, 50), ABOUT)) == ""
