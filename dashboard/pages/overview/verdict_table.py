"""Table of the verdicts on every model, beside their mean scores on one axis."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.analyses.answered import label_with
from core.analyses.estimates import SMALL_POINTS
from core.analyses.model_versions import describe_versions
from core.analyses.overview import Overview, list_reference_lines
from core.analyses.sensitivity import CHANCES, describe_sensitivity
from core.analyses.verdicts import (
    ModelVerdicts,
    compute_score_axis,
    describe_missing_models,
    list_verdict_notes,
    list_verdict_titles,
)
from core.formatting import escape_markdown, format_interval, format_number
from dashboard.components.verdicts import VerdictCell, VerdictHeading, VerdictRow, show_verdicts
from dashboard.data.queries import get_model_kinds, run_query
from dashboard.pages.cases.gallery import list_outcomes
from dashboard.selection.references import are_references_shown
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.parser_note import describe_parser

KEY = "question-verdicts"


def show(found: Overview, models: list[ModelVerdicts], chosen: Sequence[str] = ()) -> None:
    """Show the table: a click on a model or a verdict opens the cases behind it.

    Args:
        found: the overview.
        models: as `verdicts.list_model_verdicts` returns them.
        chosen: ids of the runs that were chosen by name.
    """
    by_run = {one.run_id: one for one in models if one.verdicts}
    judged = [by_run[run_id] for run_id in choose_top_runs(by_run, chosen)]
    references = [one for one in models if not one.verdicts] if are_references_shown() else []
    shown = [*judged, *references]
    given = {question for one in shown for question in one.verdicts}
    titles = {question: title for question, title in list_verdict_titles(found).items() if question in given}
    notes = list_verdict_notes(found)
    if not shown:
        return
    show_verdicts(
        [_build_row(one, found) for one in shown],
        [VerdictHeading(question, title, notes.get(question, "")) for question, title in titles.items()],
        list_reference_lines(found),
        compute_score_axis(shown, found),
        f"Mean {found.about.score}, %",
        KEY,
        partial(_open, models),
    )
    for caution in describe_versions(run_query("model_versions"), [one.run_id for one in judged]):
        st.markdown(escape_markdown(caution))
    has_foil = any(one.foil_value is not None for one in shown)
    marks = f"Full mark: {found.about.score}. Open mark: {found.about.foil_score}. " if has_foil else ""
    asked = "\n".join(f"- **{title}** {notes.get(question, '')}" for question, title in titles.items())
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        told = format_limit_note(len(judged), len(by_run))
        text = f"{marks}Bar: 95 % interval. Coloured: significant, and not tiny.{told and f' {told}.'}"
        parts = (text, describe_missing_models(found), describe_sensitivity(found))
        st.caption(escape_markdown(" ".join(filter(None, parts))), width="content")
        show_help_popover(
            f"{asked}\n\n*Hardly*: significant, but tiny: the whole interval is below {SMALL_POINTS:.0f} point. "
            "*Not shown*: the interval contains 0, or the difference is not significant after correction for the "
            "number of models. *From*: the smallest difference that would be significant "
            f"{CHANCES}. Intervals treat {found.about.words.groups}, not single answers, as independent.\n\n"
            f"{describe_parser()}"
        )


def _build_row(model: ModelVerdicts, found: Overview) -> VerdictRow:
    described, look = found.about, get_marker_style(model.model_id, get_model_kinds())
    interval = format_interval(model.low, model.high)
    foil = format_number(model.foil_value) if described.foil and model.foil_value is not None else ""
    against = f", {described.foil_score} {foil} %" if foil else ""
    return VerdictRow(
        run_id=model.run_id,
        label=label_with(model.label, model.answered),
        colour=look.colour,
        shape=PATHS[look.shape],
        is_reference=model.is_reference,
        value=model.value,
        low=model.low,
        high=model.high,
        foil=model.foil_value,
        text=format_number(model.value),
        foil_text=f"{described.foil.title} {foil}" if described.foil and foil else "",
        says=f"{described.score} {format_number(model.value)} %, 95 % interval {interval}{against}",
        cells=tuple(
            VerdictCell(
                question,
                verdict.word,
                format_number(verdict.value, with_plus=True),
                "" if verdict.low is None else format_interval(verdict.low, verdict.high, with_plus=True),
                verdict.tone,
                "" if verdict.detectable is None else f"from {format_number(verdict.detectable)}",
            )
            for question, verdict in model.verdicts.items()
        ),
    )


def _open(models: list[ModelVerdicts], run_id: str, question_id: str) -> None:
    """Open the cases behind a clicked model or verdict."""
    model = next((one for one in models if one.run_id == run_id), None)
    if model is None:
        return
    verdict = model.verdicts.get(question_id)
    outcome = list_outcomes()["right_in_2d_only"] if verdict and verdict.is_foil_only else None
    open_cases(outcome, **build_run_filter([model.run_id]), **(verdict.levels if verdict else {}))
