"""The verdicts on every model, beside their mean scores on one axis."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.analyses.answered import label_with
from core.analyses.estimates import SMALL_POINTS
from core.analyses.model_versions import describe_versions
from core.analyses.overview import Overview, reference_lines
from core.analyses.sensitivity import CHANCES, describe_sensitivity
from core.analyses.verdicts import JudgedModel, not_compared_text, score_axis, verdict_notes, verdict_titles
from core.formatting import interval_text, number_text, plain
from dashboard.components.verdicts import Cell, Head, Line, show_verdicts
from dashboard.data.queries import model_kinds, query
from dashboard.pages.cases.gallery import outcomes
from dashboard.selection.references import are_references_shown
from dashboard.selection.run_limit import best_runs, shown_text
from dashboard.style.markers import PATHS
from dashboard.style.palette import look_of
from dashboard.widgets.chart_display import how_to_read
from dashboard.widgets.navigation import of_runs, open_cases
from dashboard.widgets.parser_note import describe_parser

KEY = "question-verdicts"


def show(found: Overview, models: list[JudgedModel], chosen: Sequence[str] = ()) -> None:
    """The table: a click on a model or a verdict opens the cases behind it.

    Args:
        found: the overview.
        models: as `verdicts.judged_models` gives them.
        chosen: ids of the runs that are asked for by name.
    """
    by_run = {one.run_id: one for one in models if one.verdicts}
    judged = [by_run[run_id] for run_id in best_runs(by_run, chosen)]
    references = [one for one in models if not one.verdicts] if are_references_shown() else []
    shown = [*judged, *references]
    given = {question for one in shown for question in one.verdicts}
    titles = {question: title for question, title in verdict_titles(found).items() if question in given}
    notes = verdict_notes(found)
    if not shown:
        return
    show_verdicts(
        [_line(one, found) for one in shown],
        [Head(question, title, notes.get(question, "")) for question, title in titles.items()],
        reference_lines(found),
        score_axis(shown, found),
        f"Mean {found.about.score}, %",
        KEY,
        partial(_open, models),
    )
    for caution in describe_versions(query("model_versions"), [one.run_id for one in judged]):
        st.markdown(plain(caution))
    has_foil = any(one.foil_value is not None for one in shown)
    marks = f"Full mark: {found.about.score}. Open mark: {found.about.foil_score}. " if has_foil else ""
    asked = "\n".join(f"- **{title}** {notes.get(question, '')}" for question, title in titles.items())
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        told = shown_text(len(judged), len(by_run))
        text = f"{marks}Bar: 95 % interval. Coloured: significant, and not tiny.{told and f' {told}.'}"
        parts = (text, not_compared_text(found), describe_sensitivity(found))
        st.caption(plain(" ".join(filter(None, parts))), width="content")
        how_to_read(
            f"{asked}\n\n*Hardly*: significant, but tiny: the whole interval is below {SMALL_POINTS:.0f} point. "
            "*Not shown*: the interval contains 0, or the difference is not significant once it is corrected for the "
            "number of models. *From*: the smallest difference that would be shown "
            f"{CHANCES}. Intervals treat {found.about.words.groups}, not single answers, as independent.\n\n"
            f"{describe_parser()}"
        )


def _line(model: JudgedModel, found: Overview) -> Line:
    described, look = found.about, look_of(model.model_id, model_kinds())
    interval = interval_text(model.low, model.high)
    foil = number_text(model.foil_value) if described.foil and model.foil_value is not None else ""
    against = f", {described.foil_score} {foil} %" if foil else ""
    return Line(
        run_id=model.run_id,
        label=label_with(model.label, model.answered),
        colour=look.colour,
        shape=PATHS[look.shape],
        is_reference=model.is_reference,
        value=model.value,
        low=model.low,
        high=model.high,
        foil=model.foil_value,
        text=number_text(model.value),
        foil_text=f"{described.foil.title} {foil}" if described.foil and foil else "",
        says=f"{described.score} {number_text(model.value)} %, 95 % interval {interval}{against}",
        cells=tuple(
            Cell(
                question,
                verdict.word,
                number_text(verdict.value, with_plus=True),
                "" if verdict.low is None else interval_text(verdict.low, verdict.high, with_plus=True),
                verdict.tone,
                "" if verdict.detectable is None else f"from {number_text(verdict.detectable)}",
            )
            for question, verdict in model.verdicts.items()
        ),
    )


def _open(models: list[JudgedModel], run_id: str, question_id: str) -> None:
    """Opens the cases behind what was clicked."""
    model = next((one for one in models if one.run_id == run_id), None)
    if model is None:
        return
    verdict = model.verdicts.get(question_id)
    outcome = outcomes()["right_in_2d_only"] if verdict and verdict.is_foil_only else None
    open_cases(outcome, **of_runs([model.run_id]), **(verdict.levels if verdict else {}))
