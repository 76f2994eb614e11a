"""Charts of the overview: each model's score, frame and use of the image, and the effects of tilt and of an object."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import blind_references
from core.analyses.findings import list_findings, list_reference_findings
from core.analyses.headlines import Headline, describe_leaders, list_headlines
from core.analyses.overview import Overview, build_overview, list_reference_lines, load_figures
from core.analyses.phrases import FAMILY, UNREADABLE, describe_skill_interval
from core.analyses.verdicts import ModelVerdicts, list_model_verdicts
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, escape_markdown, format_bounds, format_p_value
from core.solvers.fitted import FITTED
from core.warehouse.read import NO_FILTERS
from dashboard.charts.forest_plot import draw_forest_plot
from dashboard.data.queries import (
    cache_per_generation,
    get_benchmark_info,
    get_model_kinds,
    get_run_kinds,
    read_table,
    run_query,
)
from dashboard.pages.overview.habit_chart import draw_habit_chart
from dashboard.pages.overview.score_pairs_chart import draw_score_pairs
from dashboard.selection.references import are_references_shown, list_displayed_kinds
from dashboard.selection.run_limit import NUMBERS, choose_top_runs, format_limit_note, get_run_limit
from dashboard.selection.selectors import choose_segment, choose_several, migrate_renamed_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.navigation import build_run_filter, open_cases, perform_navigation
from dashboard.widgets.run_selector import ONE_RUN, add_coverage_column, sort_by_value
from dashboard.widgets.run_usage import USAGE_FORMATS, join_known_usage
from dashboard.widgets.tables import download, format_intervals, show_small_table

MOST_TELLING = 24
MOST_PAIRS = 45
"""Maximum pairs in the table: those of ten models; with more models, those of the best and of the chosen ones."""

FRAMES, PICTURE, LOOKING = "frames", "picture", "looking"

FORMER_TITLES = {"Habit or looking": PICTURE}
"""Charts by their titles in former links."""


def list_charts(found: Overview) -> dict[str, str]:
    """List the charts of a benchmark, by their names in links."""
    described = found.about
    own = {}
    if described.foil:
        own[FRAMES] = f"{described.truth.title} against {described.foil.title}"
    own["skill"] = "Skill"
    if len(found.looking):
        own[LOOKING] = "Gain over text-only"
    if described.foil:
        own[PICTURE] = "Habit vs. image use"
    return own | {
        contrast.contrast: f"{capitalise_first(contrast.contrast)} effect" for contrast in described.contrasts
    }


def _describe_chart(name: str, described: BenchmarkInfo) -> str:
    truth, foil, words = described.truth, described.foil, described.words
    titles = ", ".join(question.title for question in described.questions.values())
    captions = {
        "kappa": f"Mean {words.score} against {truth.phrase}, over the readable answers: {titles}.",
        "skill": (
            f"{capitalise_first(described.score)} minus that of not looking: chance, or a constant answer "
            "that is better."
        ),
        LOOKING: (
            f"{capitalise_first(described.score)} minus that of the text-only baseline, which sees only question and "
            "options."
        ),
    }
    if foil:
        captions |= {
            FRAMES: f"{truth.title}: {truth.phrase}. {foil.title}: {foil.phrase}.",
            PICTURE: f"How much better answers fit {foil.phrase} than {truth.phrase}, "
            "and whether that comes from habit or from the image.",
        }
    effects = {c.contrast: f"{capitalise_first(described.score)}, {c.title}." for c in described.contrasts}
    return (captions | effects)[name]


def _explain_chart(name: str, described: BenchmarkInfo) -> str:
    words = described.words
    intervals = f"Lines are 95% CIs. They treat {words.groups}, not single answers, as independent."
    effect = (
        f"Both means are taken over the same {words.groups} if they have both. *All models, pooled* is the paper's "
        f"statement of the effect. It takes one run per model: {ONE_RUN}. {intervals}"
    )
    explained = {
        "kappa": f"{words.score_meaning} {intervals} {UNREADABLE}",
        FRAMES: (
            f"{words.score_meaning} A model whose {described.foil_score} exceeds its {described.score} fits the "
            "image better than the scene. "
            "Habit alone can cause that: *Habit vs. image use* shows how much."
        ),
        "skill": f"Both are taken over the same answers. {intervals} {describe_skill_interval(words.groups)}",
        LOOKING: (
            f"Both are taken over the same {words.cases}. The text-only baseline learns on one half of the "
            f"{words.groups} which options tend to be right and answers the other half. A model that does not beat it "
            f"shows no evidence of using the image. {intervals}"
        ),
        PICTURE: (
            f"The stroke is {described.foil_score} minus {described.score}. The striped bar is what the same "
            f"answers get "
            f"on other {words.groups}: a habit, such as always the same class, may fit the flat image better without "
            "any looking. The coloured bar is the difference (lift): what looking at this image adds, with its "
            f"95% CI over {words.groups}. The image-plane solver reads only the image plane; a model that "
            "does the same looks like it."
        ),
    }
    return explained.get(name, effect)


@dataclass(frozen=True, slots=True)
class OverviewContent:
    """The content of the page Overview, about reference models if no other model has answered.

    Attributes:
        sentences: the findings.
        headlines: the first findings, with their cases.
        leaders: which model is best, as a sentence; empty if no model is compared.
        telling: of the query `telling_cases`, or `sample_questions` if all questions are open.
    """

    found: Overview
    sentences: list[str]
    models: list[ModelVerdicts]
    headlines: list[Headline]
    leaders: str
    telling: pd.DataFrame


@cache_per_generation
def load_overview() -> OverviewContent:
    """Load the overview of the current generation."""
    found = build_overview(load_figures(run_query, read_table), get_benchmark_info())
    models = list_model_verdicts(found)

    def worst(run_id: str, levels: Mapping[str, tuple[str, ...]]) -> str | None:
        among = {**NO_FILTERS, **{factor: list(chosen) for factor, chosen in levels.items()}}
        return next(iter(run_query("worst_cases", run_id=run_id, filters=among, most=1)["case_id"]), None)

    telling = run_query("telling_cases", most=MOST_TELLING)
    return OverviewContent(
        found=found,
        sentences=list_findings(found) or list_reference_findings(found),
        models=models,
        headlines=list_headlines(found, models, worst),
        leaders=describe_leaders(found),
        telling=run_query("sample_questions") if telling.empty else telling,
    )


def choose_runs(found: Overview) -> list[str]:
    """Show a list to choose runs by name if there are more than a page shows, and return the chosen ones."""
    rows = found.kappa[found.kappa["kind"] != "reference"]
    if len(rows) <= NUMBERS[0]:
        return []
    labels = dict(zip(rows["run_id"], rows["label"], strict=True))
    return choose_several("Models", labels, "models", f"{get_run_limit()} of {len(labels):,}, the best; choose others")


@st.fragment
def show(found: Overview, chosen: Sequence[str] = ()) -> None:
    """Show the choice of a chart, the chart, and an explanation.

    Args:
        found: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    perform_navigation()
    described = found.about
    titles = list_charts(found)
    if st.query_params.get("chart") == capitalise_first(described.score):
        del st.query_params["chart"]  # a former chart, which the ranked chart at the top of the page replaces
    migrate_renamed_option("chart", titles, {title: key for title, key in FORMER_TITLES.items() if key in titles})
    name = choose_segment("Chart", titles, "chart", label_visibility="collapsed")
    kinds = get_model_kinds()
    if name == FRAMES:
        rows, told = select_top_rows(
            run_query("ranking", kinds=list_displayed_kinds()).dropna(subset=["score"]), chosen
        )
        runs = dict(zip(rows["run_id"], rows["run_id"], strict=True))
        figure = draw_score_pairs(add_coverage_column(rows), kinds)
    elif name == PICTURE:
        rows, told = select_top_rows(_select_displayed(_choose_readings(found)), chosen)
        runs = dict(zip(rows["run_id"], rows["run_id"], strict=True))
        figure = draw_habit_chart(add_coverage_column(rows), kinds)
    else:
        rows, told = select_top_rows(_select_rows(found, name), chosen)
        runs = dict(enumerate(rows["run_id"]))
        figure = draw_forest_plot(add_coverage_column(rows), kinds, described.words.units, *_build_axis(found, name))
    alt = f"{titles[name]} of {'the best models' if told else 'every model'}"
    show_chart(figure, "ranking-chart", alt, lambda mark: _open_cases(runs, mark))
    st.caption(escape_markdown(" ".join(filter(None, [_describe_chart(name, described), told]))))
    show_help_popover(_explain_chart(name, described))


def select_top_rows(rows: pd.DataFrame, chosen: Sequence[str]) -> tuple[pd.DataFrame, str]:
    """Return the rows of the runs that `choose_top_runs` selects for a page, and a text on how many they are.

    Args:
        rows: one row per run, by `run_id`; rows without a run stay.
        chosen: ids of the runs that were chosen by name.
    """
    run_ids = rows["run_id"].dropna()
    shown = choose_top_runs(run_ids, chosen)
    kinds = get_run_kinds()
    n_shown, n_all = (sum(kinds[run_id] != "reference" for run_id in ids) for ids in (shown, set(run_ids)))
    text = format_limit_note(n_shown, n_all)
    return rows[rows["run_id"].isin(shown) | rows["run_id"].isna()].reset_index(drop=True), text and f"{text}."


def show_table(every: pd.DataFrame, found: Overview, chosen: Sequence[str] = ()) -> None:
    """Show the ranking with its intervals, counts and unreadable answers.

    Args:
        every: the query `draw_score_pairs`.
        found: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    described, none = found.about, blind_references.list_unanswered_references(every)
    every = blind_references.clear_unreadable_counts(every.dropna(subset=["score"]))
    every = every.join(found.kappa.set_index("run_id")[["low", "high", "least", "most", "n_groups"]], on="run_id")
    rows, told = select_top_rows(every, chosen)
    rows, usage = join_known_usage(rows)
    columns = {
        "run_label": "Model",
        "score": f"{described.score}, %",
        "interval": "95% CI",
        **({"foil_score": f"{described.foil_score}, %", "reliance": described.difference} if described.foil else {}),
        "n": "n",
        "unreadable": "unreadable",
        "bounds": "score if unreadable = wrong / right, %",
        "cases": described.words.cases,
        "groups": described.words.groups,
        **usage,
    }
    scores = [columns[name] for name in ("score", "foil_score", "reliance") if name in columns]
    two_decimals = dict.fromkeys(scores, "{:.2f}")
    is_blind = rows["model_id"].isin(FITTED)
    bounds = [
        format_bounds(*ends) for ends in zip(rows["least"].mask(is_blind), rows["most"].mask(is_blind), strict=True)
    ]
    is_partial = rows["cases"] < rows["all_cases"]
    if is_partial.any():
        of_all = rows["cases"].map("{:,}".format) + " of " + rows["all_cases"].map("{:,}".format)
        rows = rows.assign(cases=rows["cases"].map("{:,}".format).mask(is_partial, of_all))
    named = rows.assign(interval=format_intervals(rows), bounds=bounds)[list(columns)].rename(columns=columns)
    counts = ["n", "unreadable", described.words.groups] + ([] if is_partial.any() else [described.words.cases])
    show_small_table(named, {**two_decimals, **{title: USAGE_FORMATS[title] for title in usage.values()}}, counts)
    notes = [
        told,
        blind_references.describe_missing_references(none, described.words) if none else "",
        _describe_foil_columns(described, described.foil.phrase) if described.foil else "",
    ]
    if any(notes):
        st.caption(escape_markdown(" ".join(filter(None, notes))))
    show_help_popover(UNREADABLE)
    download(every, "ranking")


def _describe_foil_columns(described: BenchmarkInfo, phrase: str) -> str:
    """Explain which answers the foil's columns average, since not every case has an image-plane answer."""
    return (
        f"{capitalise_first(described.foil_score)} and {described.difference} are means over those "
        f"{described.words.cases} whose "
        f"question {phrase} answers; other questions count only in {described.score}."
    )


def show_pairs(found: Overview, chosen: Sequence[str] = ()) -> None:
    """Show the difference of every two models and its significance; of many models, pairs of the best and the chosen.

    Args:
        found: the overview.
        chosen: ids of the runs that were chosen by name.
    """
    words, score, every = get_benchmark_info().words, get_benchmark_info().score, found.pairs
    best = every["first"].iloc[0]
    is_named = every["first"].isin([best, *chosen]) | every["second"].isin(chosen)
    pairs = every[is_named] if len(every) > MOST_PAIRS else every
    n_models = len(found.compared)
    columns = {
        "first_label": "Model",
        "second_label": "against",
        "value": "difference",
        "interval": "95% CI",
        "corrected_p": "p, corrected",
        "verdict": "verdict",
    }
    told_pairs = pairs.assign(interval=format_intervals(pairs), corrected_p=pairs["corrected_p"].map(format_p_value))
    named = told_pairs[list(columns)].rename(columns=columns)
    show_small_table(named, {"difference": "{:+.2f}"})
    n_all = n_models * (n_models - 1) // 2
    told = format_limit_note(len(pairs), n_all)
    best_ones = f"the {every['second'].nunique() + 1} best models"
    more = f" {told}; the file has those of {best_ones}. All {n_all:,} count in the correction." if told else ""
    st.caption(f"Differences of {score}, in points.{more}")
    show_help_popover(
        f"Each model is represented by one run: {ONE_RUN}. The page Compare has every run.\n\n"
        "Each difference is taken over the answers to the same questions about the same cases; "
        f"{words.groups} are clusters. {FAMILY} *Not distinguishable* does not mean equal."
    )
    download(every, "pairs")


def _choose_readings(found: Overview) -> pd.DataFrame:
    """Show the choice between readings of the cases, if there are several, and return the chosen one's rows."""
    shown = set(found.readings["subset"])
    there = {on: subset.title for on, subset in found.about.subsets.items() if on in shown}
    subset = choose_segment(found.about.words.cases.capitalize(), there, "read_on")
    return found.readings[found.readings["subset"] == subset].reset_index(drop=True)


def _select_rows(found: Overview, name: str) -> pd.DataFrame:
    rows = ({"kappa": found.kappa, "skill": found.skill, LOOKING: found.looking} | found.effects)[name]
    rows = _select_displayed(rows)
    if name in ("kappa", "skill"):
        others = rows[~rows["model_id"].isin(FITTED)]
        rows = others if len(others) else rows  # reference lines alone would be an empty chart
        rows = sort_by_value(rows, "value")
    return rows.reset_index(drop=True)


def _select_displayed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with an estimate, of the visible kinds of models."""
    shown = list_displayed_kinds()
    of_kinds = rows if shown is None else rows[rows["kind"].isin([*shown, "pooled"])]
    return of_kinds.dropna(subset=["value"])


def _build_axis(found: Overview, name: str) -> tuple[str, dict[str, float]]:
    """Return the title of the axis and the reference lines."""
    if name != "kappa":
        return f"{list_charts(found)[name]}, points", {"no difference": 0.0}
    return f"mean {found.about.score}, %", list_reference_lines(found) if are_references_shown() else {}


def _open_cases(runs: Mapping[Any, object], mark: str | int) -> None:
    """Open the cases of the run whose mark was clicked, the worst first; all models pooled have none."""
    run_id = runs.get(mark)
    if isinstance(run_id, str):
        open_cases(**build_run_filter([run_id]))
