"""The ranked chart of Overview: every model's score and verdicts in words, beside the baselines."""

import math
from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.analyses.answered import describe_unranked, label_with
from core.analyses.model_versions import describe_versions
from core.analyses.overview import REFERENCE_LINES, Overview, compute_blind_score, list_reference_lines
from core.analyses.reference_models import describe_reference_models
from core.analyses.verdict_phrases import VerdictPhrase, list_short_phrases
from core.analyses.verdicts import (
    LOOKS,
    ModelVerdicts,
    compute_score_axis,
    describe_missing_models,
    list_verdict_notes,
    list_verdict_titles,
)
from core.formatting import capitalise_first, escape_markdown, format_number, has_too_few_groups, split_shared_ending
from core.solvers import blind_constant, blind_text, image_statistics
from dashboard.components.ranking import RankingRow, show_ranking
from dashboard.data.benchmark_info import get_model_kinds
from dashboard.data.queries import run_query
from dashboard.pages.cases.gallery import list_outcomes
from dashboard.pages.overview import texts
from dashboard.runtime.state_keys import overview as keys
from dashboard.selection.references import are_references_shown, list_displayed_kinds
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.parser_note import describe_parser

BASELINE_LABELS = {
    blind_constant.MODEL.model_id: f"{blind_constant.MODEL.display_name} (no image)",
    blind_text.MODEL.model_id: f"{blind_text.MODEL.display_name} (no image)",
    image_statistics.MODEL.model_id: image_statistics.MODEL.display_name,
}
"""Names of the fitted baselines in the chart, by model."""


def show(overview: Overview, models: list[ModelVerdicts], chosen_runs: Sequence[str] = ()) -> None:
    """Show the chart: a click on a model or a verdict opens the cases behind it.

    Args:
        overview: the overview.
        models: as `verdicts.list_model_verdicts` returns them.
        chosen_runs: ids of the runs that were chosen by name.
    """
    by_run = {model.run_id: model for model in models if model.verdicts}
    judged = [by_run[run_id] for run_id in choose_top_runs(by_run, chosen_runs)]
    references = [model for model in models if not model.verdicts] if are_references_shown() else []
    visible = [*judged, *references]
    if not visible:
        return
    baselines = _build_baseline_rows(overview)
    names, ending = split_shared_ending([model.label for model in judged])
    short = dict(zip((model.run_id for model in judged), names, strict=True))
    built = [_build_row(model, short.get(model.run_id, model.label), overview) for model in visible]
    partial_runs = {model.run_id for model in judged if model.answered}
    rows = sorted([*built, *baselines], key=lambda row: (row.is_reference, row.run_id in partial_runs, -row.value))
    phrases = [phrase for row in rows for phrase in row.phrases]
    show_ranking(
        rows,
        list_reference_lines(overview),
        compute_score_axis(visible, overview),
        f"{capitalise_first(overview.about.score)}, %",
        keys.RANKING,
        f"Model (all: {ending})" if ending else "Model",
        texts.describe_marks(overview.about, has_verdicts=bool(phrases), has_text_baseline=len(overview.looking) > 0),
        texts.REFERENCES_HEADING,
        partial(_open, models),
    )
    reference_ids = [row.run_id for row in rows if row.is_reference]
    reference_scores = overview.scores[overview.scores["run_id"].isin(reference_ids)]
    if descriptions := describe_reference_models(dict(reference_scores[["model_id", "label"]].to_numpy())):
        st.caption(descriptions)
    for caution in describe_versions(run_query("model_versions"), [model.run_id for model in judged]):
        st.markdown(escape_markdown(caution))
    _show_notes(overview, phrases, format_limit_note(len(judged), len(by_run)))


def _show_notes(overview: Overview, phrases: list[VerdictPhrase], limit_note: str) -> None:
    """Show which runs the chart leaves out, and the explanation of its verdicts behind a button."""
    described, notes = overview.about, list_verdict_notes(overview)
    visible = {phrase.question for phrase in phrases} | ({LOOKS} if len(overview.looking) else set())
    titles = {key: title.removesuffix("?") for key, title in list_verdict_titles(overview).items() if key in visible}
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        missing, ranking = describe_missing_models(overview), run_query("ranking", kinds=list_displayed_kinds())
        if missing:  # names these runs with the same reason
            ranking = ranking[~ranking["run_id"].isin(overview.not_compared["run_id"])]
        unranked = describe_unranked(ranking, described.words)
        parts = (limit_note and f"{limit_note}.", unranked, missing)
        st.markdown(escape_markdown(" ".join(filter(None, parts))), width="content")
        show_help_popover(
            texts.explain_ranking(
                described.words.groups,
                {title: notes[key] for key, title in titles.items() if key in notes},
                [phrase.text for phrase in phrases],
                describe_parser(),
            )
        )


def _build_baseline_rows(overview: Overview) -> list[RankingRow]:
    """Build the rows of the fitted baselines, which the models' verdicts refer to."""
    fitted = overview.scores[overview.scores["model_id"].isin(BASELINE_LABELS)].dropna(subset=["value"])
    lines = set(REFERENCE_LINES.values())
    rows, blind_score = [], compute_blind_score(overview)
    expected = "" if blind_score is None else format_number(blind_score)
    for row in fitted[fitted["model_id"].isin(lines)].to_dict("records"):
        look = get_marker_style(row["model_id"], get_model_kinds())
        is_few = has_too_few_groups(row["n_groups"])
        low, high = (None, None) if is_few or math.isnan(row["low"]) else (row["low"], row["high"])
        value = format_number(row["value"])
        rows.append(
            RankingRow(
                run_id=row["run_id"],
                label=BASELINE_LABELS[row["model_id"]],
                colour=look.colour,
                shape=PATHS[look.shape],
                is_reference=True,
                value=row["value"],
                low=low,
                high=high,
                foil=None,
                text=value,
                foil_text="",
                hover=texts.describe_score(overview.about.score, row["value"], low, high),
                note=texts.describe_blind_score(expected, overview.about.words.groups)
                if row["model_id"] == blind_constant.MODEL.model_id and expected not in ("", value)
                else "",
            )
        )
    return rows


def _build_row(model: ModelVerdicts, label: str, overview: Overview) -> RankingRow:
    described, look = overview.about, get_marker_style(model.model_id, get_model_kinds())
    foil = format_number(model.foil_value) if described.foil and model.foil_value is not None else ""
    against = f", {described.foil_score} {foil}%" if foil else ""
    return RankingRow(
        run_id=model.run_id,
        label=label_with(label, model.answered),
        colour=look.colour,
        shape=PATHS[look.shape],
        is_reference=model.is_reference,
        value=model.value,
        low=model.low,
        high=model.high,
        foil=model.foil_value,
        text=format_number(model.value),
        foil_text=f"{described.foil.title} {foil}" if described.foil and foil else "",
        hover=f"{texts.describe_score(described.score, model.value, model.low, model.high)}{against}",
        phrases=() if model.is_reference else tuple(list_short_phrases(model, overview)),
    )


def _open(models: list[ModelVerdicts], run_id: str, question_id: str) -> None:
    """Open the cases behind a clicked model, baseline or verdict."""
    model = next((model for model in models if model.run_id == run_id), None)
    if model is None:
        return
    verdict = model.verdicts.get(question_id)
    outcome = list_outcomes()["right_in_2d_only"] if verdict and verdict.is_foil_only else None
    open_cases(outcome, **build_run_filter([model.run_id]), **(verdict.levels if verdict else {}))
