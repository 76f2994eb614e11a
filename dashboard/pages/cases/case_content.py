"""Components of a case's page that are the same for every visitor with the same few choices.

They are built once: by the page itself or, before the case is opened, in the background.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

from core.analyses.phrases import describe_tolerances
from core.overlays.shapes import SHOWN_LAYERS
from core.records import RIGHT_AT
from core.warehouse.read import Filters
from dashboard.components.facts import FactTable, build_facts
from dashboard.components.mount import Part
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import (
    answer_locations,
    board_view,
    case_header,
    case_result,
    image_panel,
    model_behaviour,
    pass_strips,
    question_panel,
    texts,
    triangle_panel,
)
from dashboard.pages.cases.case_answers import (
    CaseAnswers,
    CaseRuns,
    load_answers,
    load_answers_table,
    load_run_answers,
    select_case_runs,
)
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.session_state import ElementKey, read_texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import Runs, list_eligible_runs
from dashboard.style.palette import get_marker_style
from dashboard.widgets.answers_table import RunChoice, build_answers_matrix, get_verdict_words, list_legend
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.group_members import MAX_SIBLINGS, read_siblings


class CaseChoices(NamedTuple):
    """Choices of a visitor that change what the page of every case shows.

    Attributes:
        right_at: the score from which a graded answer is right.
        run: whose triangle is drawn; None for the first visible one.
        layers: of a triangle's photograph.
        board_layers: of the board from above.
        questions: whose rows are emphasised.
    """

    right_at: float
    run: str | None
    layers: tuple[str, ...]
    board_layers: tuple[str, ...]
    questions: tuple[str, ...]


DEFAULT_CHOICES = CaseChoices(RIGHT_AT, None, tuple(SHOWN_LAYERS), ("true", *board_view.LAYERS), ())
"""The choices of a visitor who has chosen nothing."""


def read_choices(filters: Filters, right_at: float) -> CaseChoices:
    """Read the choices of the session; `filters` and `right_at` are the page's."""
    questions = filters["question"]
    return CaseChoices(
        right_at,
        keys.IMPLIED_ANSWERS_RUN.read(),
        _read_layers(keys.LAYERS, DEFAULT_CHOICES.layers),
        _read_layers(keys.RECTIFIED_LAYERS, DEFAULT_CHOICES.board_layers),
        tuple(questions) if isinstance(questions, list) else (),
    )


def _read_layers(key: ElementKey, default: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(read_texts(key)) if key.is_present() else default


@dataclass(frozen=True, slots=True, weakref_slot=True)
class CaseContent:
    """The components of a case's page below its header; every session shows the same ones, so read-only.

    Attributes:
        group: the other cases of the group; None if the case is alone.
        images: a triangle's photograph and board, or each image; none of a video.
        question: with its options; None for a triangle.
        matrix: the answers.
        behaviours: what the models answer elsewhere; None if there is nothing to say.
        facts: factors and measurements; None if there are none.
    """

    group: Part | None
    images: Sequence[Part]
    question: Part | None
    matrix: Part
    behaviours: Part | None
    facts: Part | None

    def list_parts(self) -> list[Part]:
        """Return all components."""
        return [*self.images, self.matrix, *filter(None, (self.group, self.question, self.behaviours, self.facts))]

    def list_keys(self) -> list[str]:
        """Return the keys of all components."""
        return [part.key for part in self.list_parts()]


_cached = WeakValueDictionary[tuple[Generation, str, CaseRuns, CaseChoices], CaseContent]()
"""The contents that `_load_content` has in its cache."""


def is_built(case_id: str, runs: CaseRuns, choices: CaseChoices) -> bool:
    """Return whether `load_content` has these contents in its cache."""
    return (require_generation(), case_id, runs, _simplify(choices, runs)) in _cached


def load_content(case_id: str, runs: CaseRuns, choices: CaseChoices) -> CaseContent:
    """Build the contents of a case's page, or return those that were built before."""
    generation, choices = require_generation(), _simplify(choices, runs)
    content = _load_content(generation, case_id, runs, choices)
    _cached[generation, case_id, runs, choices] = content
    return content


def _simplify(choices: CaseChoices, runs: CaseRuns) -> CaseChoices:
    """Return the same for all choices with which a case looks alike: the drawn run's id, and layers in their order."""
    if not triangle_panel.is_triangle_benchmark():
        return choices._replace(run=None, layers=(), board_layers=())
    return choices._replace(
        run=board_view.find_board_run(choices.run, runs.run_ids),
        layers=tuple(sorted(choices.layers)),
        board_layers=tuple(sorted(choices.board_layers)),
    )


@cache_with_limits(max_entries=500, max_mb=30)
def _load_content(generation: Generation, case_id: str, runs: CaseRuns, choices: CaseChoices) -> CaseContent:  # noqa: ARG001 - key
    answers = load_run_answers(case_id, choices.right_at, runs)
    answered, board_run = answers.answered, board_view.find_board_run(choices.run, runs.run_ids)
    is_triangle = triangle_panel.is_triangle_benchmark()
    result = case_result.describe_folded(answers) if is_matrix_folded(answers) else ""
    return CaseContent(
        case_header.build_group(case_id),
        triangle_panel.build_subject(case_id, answered, board_run, choices.layers, choices.board_layers)
        if is_triangle
        else image_panel.build_images(case_id, answer_locations.find_answer_locations(answered)),
        None if is_triangle else question_panel.build(case_id, answered, answers.load_model_counts(), result=result),
        build_matrix(answers, choices.questions, board_run if is_triangle else None),
        model_behaviour.build(answers, board_run),
        triangle_panel.build_fact_tables(case_id) if is_triangle else _build_factors(case_id),
    )


def _build_factors(case_id: str) -> Part | None:
    """Build the table of the factor levels that the header does not have; None if there are none."""
    _, levels = case_header.list_factor_levels(case_id)
    return build_facts([FactTable(levels)], keys.CASE_FACTS) if levels else None


def build_matrix(
    answers: CaseAnswers, marked: Sequence[str] = (), board_run: str | None = None, *, with_scores: bool = True
) -> Part:
    """Build each visible model's answers beside the truths, with errors and, if there is time to read them, scores.

    Args:
        answers: to the case.
        marked: questions to emphasise.
        board_run: the run whose triangle is drawn, if a click on another run draws that one's; None for no choice.
        with_scores: whether each number has its scores.
    """
    described = get_benchmark_info()
    frames = [frame for frame in (described.truth, described.foil) if frame]
    headings = {frame.frame: f"Truth {frame.title}" if len(frames) > 1 else frame.title for frame in frames}
    any_number = any(described.questions[name].is_number for name in answers.answered["question_id"].unique())
    kinds, models = get_model_kinds(), case_result.list_models(answers)
    tolerances = describe_tolerances(described, answers.right_at)
    table = load_answers_table(answers.case_id, answers.right_at, answers.run_ids)
    verdicts = {cell.verdict for column in table.columns for cell in column.cells}
    meanings = dict(list_legend()) | ({} if "foil_only" in verdicts else {"wrong": get_verdict_words()["wrong"]})
    legend = [(verdict, meaning) for verdict, meaning in meanings.items() if verdict in verdicts]
    return build_answers_matrix(
        table,
        headings,
        keys.ANSWER_MATRIX,
        looks={run: get_marker_style(model, kinds) for run, model in models.items()},
        marked=marked,
        choice=None if board_run is None else RunChoice(board_run, keys.IMPLIED_ANSWERS_RUN.write, texts.CHOOSE_RUN),
        with_scores=with_scores,
        legend=[
            *legend,
            *([("", texts.describe_number_cells(tolerances, with_means=with_scores))] if any_number else []),
        ],
        summary=case_result.summarise(table, models),
    )


def is_matrix_folded(answers: CaseAnswers) -> bool:
    """Return whether the case has one question, with options, and no foil, so that the options show every answer."""
    described, question_ids = get_benchmark_info(), set(answers.answered["question_id"])
    kinds = [described.questions[question_id].kind for question_id in question_ids]
    return kinds == ["choice"] and described.foil is None and not triangle_panel.is_triangle_benchmark()


def prefetch_cases(case_ids: Sequence[str], choices: CaseChoices, filters: Filters) -> None:
    """Build the contents of as many of the first cases as may wait, since the visitor will probably open one of them.

    Args:
        case_ids: ids of the cases, the likeliest first.
        choices: of the session.
        filters: of the page.
    """
    counted = list_eligible_runs(filters)
    for case_id in case_ids[: prefetch.MOST_WAITING]:
        prefetch.prefetch_later(partial(build_ahead, case_id, choices, filters, counted))


def build_ahead(case_id: str, choices: CaseChoices, filters: Filters, counted: Runs) -> None:
    """Load what a case's page needs from the warehouse and build its contents; needs no session.

    Args:
        case_id: id of the case.
        choices: of the visitor.
        filters: of the page.
        counted: the runs that count by these filters.
    """
    runs = select_case_runs(case_id, filters, counted=counted)
    if is_built(case_id, runs, choices):
        return
    _fill_caches(case_id, runs, choices)
    load_content(case_id, runs, choices)


def _fill_caches(case_id: str, runs: CaseRuns, choices: CaseChoices) -> None:
    """Load what the page needs from the warehouse besides the contents that are built ahead."""
    run_ids, right_at = runs.run_ids, choices.right_at
    load_tile_rows(read_siblings(case_id)["case_id"].head(MAX_SIBLINGS))
    if triangle_panel.is_triangle_benchmark():
        triangle_panel.warm_cache(case_id)
        drawn = board_view.find_board_run(choices.run, run_ids)
        board_view.warm_cache(load_answers(case_id, right_at, run_ids).answered, drawn)
    else:
        for name in ("case_factors", "case_images"):
            run_query(name, case_id=case_id)
    load_answers_table(case_id, right_at, run_ids)
    model_behaviour.describe_behaviours(case_id, right_at, run_ids)
    pass_strips.load_strips(case_id, right_at, run_ids)
    for name in ("case_replies", "case_rereadings"):
        run_query(name, case_id=case_id, of_runs=list(run_ids))
