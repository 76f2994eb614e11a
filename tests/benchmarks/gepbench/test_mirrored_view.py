"""Tests of questions about mirrored figures: their keys are true in the mirrored geometry."""

from dataclasses import replace

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.side_words import swap_sides
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.benchmark import BENCHMARK
from core.benchmarks.gepbench.ground_truth import compute_truth
from core.benchmarks.gepbench.shapes import Ellipse, Polygon, Spiral, StraightLine
from core.generators.gepbench.exact import engine


def mirror(shape):
    """Mirror a shape about the image's vertical centre line."""

    def mirror_point(point):
        return 1.0 - point[0], point[1]

    if isinstance(shape, Polygon | StraightLine):
        return replace(shape, points=tuple(map(mirror_point, shape.points)))
    assert isinstance(shape, Ellipse)
    return replace(shape, center=mirror_point(shape.center), rotation=-shape.rotation)


def test_keys_hold_for_mirrored_figures():
    """The mirrored geometry makes the key true for question and options as asked about the mirror image."""
    judged, changed = 0, 0
    for sheet in engine.generate_sheets(192, vocabulary.LEVELS, seed=1):
        if any(isinstance(shape, Spiral) for shape in sheet.figure.shapes):  # `Spiral` cannot describe its mirror image
            continue
        figure = replace(sheet.figure, shapes=tuple(map(mirror, sheet.figure.shapes)))
        for question in sheet.questions:
            case = Case(
                "a", "a", "a", (CaseQuestion(question.aspect, tuple(map(str, question.choices))),), "", question.text
            )
            mapped = BENCHMARK.map_case(case, "mirrored")
            choices = tuple(
                text if isinstance(choice, str) else choice
                for text, choice in zip(mapped.asks[0].options, question.choices, strict=True)
            )
            query = replace(question.query, detail=swap_sides(question.query.detail))
            about = replace(question, query=query, text=mapped.text, choices=choices)
            verdicts = compute_truth(about, figure).verdicts
            assert [index for index, verdict in enumerate(verdicts) if verdict.is_true] == [question.key], question
            judged += 1
            changed += mapped != case
    assert judged > 100
    assert changed > 20


def test_other_views_do_not_change_the_question():
    """In views that do not swap sides a case is unchanged."""
    case = Case("a", "a", "a", (CaseQuestion("location", ("upper left", "lower left")),), "", "Where is the line?")
    assert BENCHMARK.map_case(case, "original") is case
    assert BENCHMARK.map_case(case, "grey") is case
