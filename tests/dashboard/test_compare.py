"""Tests of the Compare page through AppTest."""

import json
import re

import pytest

from core.analyses.phrases import describe_skill_interval
from core.statistics.power import compute_equivalence
from dashboard.data import benchmark_info
from dashboard.pages.compare import differences_by_factor, texts
from dashboard.pages.compare.equivalence import describe_result
from dashboard.style import markers
from tests.dashboard.pages import data_of, open_page, text_of


@pytest.mark.slow
def test_compare_says_who_is_ahead(shared):
    """The first sentence compares the chosen two without a verdict on three triangles; swapped, the same run leads."""
    app = open_page("compare")
    assert len(app.selectbox(key="first").options) == 7
    runs = ("tri_bench-qwen_2.5_32b", "tri_bench-gemini_2.5_pro")
    for first, second in (runs, runs[::-1]):
        app.selectbox(key="first").set_value(first)
        app.selectbox(key="second").set_value(second).run()
        assert not app.exception
        sentence = next(part.value for part in app.markdown if part.value.startswith("####"))
        assert sentence == (
            "#### 3 triangles are too few to tell which is better: a claim needs 10; so far Gemini 2.5 Pro is 9.5 "
            "points ahead of Qwen2.5-VL-32B."
        )


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.1, "**Equally good within 2 points of score**: the 90% CI of the difference, −0.7 to +0.9, is within ±2"),
        (1.9, "**A difference of more than 2 points of score is still possible**: its 90% CI, +1.1 to +2.7, is not"),
        (float("nan"), "**Too few triangles** to tell whether the two runs differ by more than 2 points of score."),
    ],
)
def test_equivalence_is_said_in_words(shared, value, sentence):
    """The sentence has the result, what was tested, and the margin."""
    result = compute_equivalence(value, 0.5, 100, 2.0)
    assert describe_result(result, "2", "score").startswith(sentence)


def test_compare_wants_two_runs(shared):
    """One run against itself, or filters that leave no answer, give a sentence; the filters can be cleared there."""
    app = open_page("compare")
    app.selectbox(key="second").set_value(app.selectbox(key="first").value).run()
    assert "Both runs are the same" in text_of(app)
    app.pills(key="pose").set_value(["planar"])
    app.pills(key="condition").set_value(["T0"]).run()
    assert "needs answers of two runs" in text_of(app)
    next(button for button in app.button if button.label == "Clear all filters").click().run()
    assert not app.exception
    assert "needs answers of two runs" not in text_of(app)


def test_one_model_alone_is_no_filter_of_a_comparison(shared):
    """A filter with a single model, as Cases leaves it, is set aside with a message; two models are a filter."""
    app = open_page("compare", model="GPT-5")
    assert "leaves one model and is ignored here" in text_of(app)
    assert len(app.selectbox(key="first").options) == 7
    app.multiselect(key="model").set_value(["openai_gpt_5", "gemini_2.5_pro"]).run()
    assert "leaves one model and is ignored here" not in text_of(app)
    assert len(app.selectbox(key="first").options) == 2


def test_swap_makes_the_first_the_second(shared):
    """The button swaps the two runs, and the same one stays ahead."""
    app = open_page("compare")
    before = [app.selectbox(key=key).value for key in ("first", "second")]
    app.button(key="swap-runs").click().run()
    assert [app.selectbox(key=key).value for key in ("first", "second")] == before[::-1]
    assert not app.exception


def test_differences_to_the_constant_say_what_they_hold_for(shared):
    """With the blind constant, the matrix says that constants are selected again.

    Without it, or against 2D, it does not.
    """
    app = open_page("compare")
    assert describe_skill_interval("triangles") in text_of(app)
    app.toggle(key="references").set_value(False).run()
    assert describe_skill_interval("triangles") not in text_of(app)


def test_where_references_alone_answered_the_pairs_are_theirs(shared_both):
    """No correlation of models' errors is stated, and the sentence says where to find that of the references."""
    app = open_page("compare", benchmark="synthetic")
    assert texts.NO_CORRELATION in text_of(app)
    assert len(data_of(app, "common_errors")) > 2


def test_compare_slices_by_every_factor(shared):
    """Every factor gives a sentence on its levels, or its only one, against 3D and 2D.

    No factor is derived from answers.
    """
    app = open_page("compare")
    assert app.selectbox(key="slice").options == [
        "Question", "Condition", "Pose", "Object", "Side class, 3D", "Angle class, 3D", "Side class, 2D",
        "Angle class, 2D", "Class change, 3D to 2D", "Occlusion", "Tilt band",
    ]  # fmt: skip
    for frame in ("3d", "2d"):
        app.segmented_control(key="frame").set_value(frame).run()
        for place in range(len(app.selectbox(key="slice").options)):
            app.selectbox(key="slice").select_index(place).run()
            assert not app.exception
            text = text_of(app)
            n_levels = len(data_of(app, "slices")) - 1  # the first row is about all answers
            sentences = ("No answer that both gave has a ", "All answers that both gave have the same ")
            on, parts = ("in", "parts") if place else ("on", "questions")
            assert n_levels > 1 or sentences[n_levels] in text
            every = "both" if n_levels == 2 else f"all {n_levels}"
            counted = rf"(differ significantly {on} none|significantly ahead {on} \d+) of {n_levels} {parts}"
            ahead = rf"scores (significantly )?higher than [^\n]* {on} {every} {parts}"
            assert bool(re.search(f"{counted}|{ahead}", text)) == (n_levels > 1)


def test_what_is_not_significant_looks_unlike_a_reference_that_is_ahead(shared, monkeypatch):
    """An open circle is one run, a reference's own filled mark the other, and the caption explains both.

    Marks that are not in the chart are not explained.
    """
    dotted, open_circle = "Grey with a dotted line: a reference model is ahead.", "Open circle: not significantly"
    pair = {"first": "Gemini 2.5 Pro", "second": "Qwen2.5-VL-32B"}
    symbols, text = marks_of_slices(open_page("compare", **pair))
    verdicts = ["not distinguishable"] * 3 + ["higher"] + ["not distinguishable"] * 3
    assert symbols == ["diamond" if verdict == "higher" else "circle-open" for verdict in verdicts]
    assert open_circle in text
    assert dotted not in text
    kinds = {**benchmark_info.get_model_kinds(), "gemini_2.5_pro": "reference"}
    monkeypatch.setattr(differences_by_factor, "get_model_kinds", lambda: kinds)
    symbols, text = marks_of_slices(open_page("compare", **pair))
    assert symbols.count("circle-open") == 6
    assert {symbol for symbol in symbols if symbol != "circle-open"} < set(markers.REFERENCES)
    assert open_circle in text
    assert dotted in text


def marks_of_slices(app):
    """Return the symbols of the forest plot from its top, and the text of the page."""
    assert not app.exception
    (spec,) = (
        spec
        for chart in app.get("plotly_chart")
        if "difference, points" in str((spec := json.loads(chart.proto.spec))["layout"]["xaxis"])
    )
    symbols = [trace["marker"]["symbol"] for trace in spec["data"] if "symbol" in trace.get("marker", {})]
    return symbols[::-1], text_of(app)


def test_two_models_are_neither_right(shared):
    """With two runs, the sentence, the legend and the choice say *neither is right*."""
    app = open_page("compare")
    assert ", neither on " in text_of(app)
    assert app.selectbox(key="who").options[-1] == "neither right"


@pytest.mark.slow
def test_compare_shows_the_photographs_of_an_outcome(shared):
    """Each outcome, over all questions and for one, shows its photographs or says that there are none."""
    app = open_page("compare")
    app.selectbox(key="second").set_value("tri_bench-qwen_2.5_32b").run()
    counts = {}
    for about in (None, "Q2"):
        for who in ("both", "only_first", "only_second", "none"):
            app.selectbox(key="about").set_value(about)
            app.selectbox(key="who").set_value(who).run()
            assert not app.exception
            captions = [caption.value for caption in app.caption if "Below each" in caption.value]
            counts[about, who] = int(captions[0].split()[0]) if captions else 0
    assert sum(counts["Q2", who] for who in ("both", "only_first", "only_second", "none")) == 12
    assert counts[None, "only_first"] >= counts["Q2", "only_first"] > 0


def test_references_can_be_compared_or_left_out(shared):
    """With the switch off no reference is among the choices; references alone can still be compared."""
    app = open_page("compare")
    app.toggle(key="references").set_value(False).run()
    assert not app.exception
    assert not {"Best constant answer", "Homography solver"} & set(app.selectbox(key="first").options)
    app.toggle(key="references").set_value(True)
    app.multiselect(key="model").set_value(["blind_constant", "homography_solver"]).run()
    assert not app.exception
    assert set(app.selectbox(key="first").options) == {"Best constant answer", "Homography solver"}
