"""Sections of the page Benchmarks: a card per benchmark, the models across them, and the claims of the papers."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.all_benchmarks import CrossBenchmarkModel, format_standing, list_cross_benchmark_models
from core.analyses.not_compared import describe_not_compared
from core.analyses.overview import Overview, compute_blind_score
from core.analyses.sensitivity import CHANCES
from core.analyses.verdicts import ModelVerdicts
from core.benchmarks.introductions import get_introduction
from core.benchmarks.triangles.spoken_questions import format_spoken_question
from core.formatting import MISSING, escape_markdown, format_number
from core.records import Question
from dashboard.components.gallery import Tile, build_gallery
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import (
    BENCHMARK,
    get_benchmark_id,
    list_available_benchmarks,
    list_selectable_benchmarks,
    use_benchmark,
)
from dashboard.data.image_urls import find_image_url
from dashboard.data.overview_content import load_overview
from dashboard.data.queries import run_query
from dashboard.pages.benchmarks import texts
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import benchmarks as keys
from dashboard.selection.references import are_references_shown
from dashboard.selection.selectors import choose_or_take_first
from dashboard.style.theme import reserve_height
from dashboard.widgets import navigation
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_lazy_expander, show_small_table
from dashboard.widgets.thumbnails import get_picture_size

SHOWN_AT_FIRST = 12
"""Number of models shown at first if there are more; the user finds the others by typing."""

MAX_TILES = 6
"""Number of images on a card; the others are in an expander."""

TILE_PX = 130
"""Minimum width of an image, of which two fit side by side on a phone."""

LARGE_TILE_PX = 200
"""Minimum width of an image that is alone on its card."""

OTHERS_PX = 240
"""Minimum width of a benchmark that is not built."""

TILES_PX = 145
"""Minimum height of a row of images."""


@dataclass(frozen=True, slots=True)
class BenchmarkCard:
    """A benchmark on the page.

    Attributes:
        cases: the benchmark's plural for its cases.
        counts: of cases, groups, models and published numbers, in words.
        best_score: the highest score and that of the best constant answer, in a sentence; empty without a model.
        asks: its questions in words; titles for multiple choice.
        questions: the query `example_case_per_question`.
        models: with scores and verdicts.
        not_compared: models that answered but are not compared, each with the reason, as a sentence.
    """

    benchmark_id: str
    title: str
    is_here: bool
    cases: str = ""
    counts: str = ""
    best_score: str = ""
    asks: tuple[str, ...] = ()
    source: str = ""
    questions: pd.DataFrame = field(default_factory=pd.DataFrame)
    models: tuple[ModelVerdicts, ...] = ()
    not_compared: str = ""


def list_benchmark_cards() -> list[BenchmarkCard]:
    """List every benchmark that is installed or offered: the current one, then those of the benchmark switch."""
    installed_ids = set(list_available_benchmarks())
    cards = []
    selectable = list_selectable_benchmarks()
    for benchmark_id in sorted(selectable, key=lambda selectable_id: selectable_id != get_benchmark_id()):
        title = selectable[benchmark_id].title
        if benchmark_id not in installed_ids:
            cards.append(BenchmarkCard(benchmark_id, title, is_here=False))
            continue
        with use_benchmark(benchmark_id):
            row = run_query("benchmarks").iloc[0]
            overview = load_overview()
            models = tuple(overview.models)
            cards.append(
                BenchmarkCard(
                    benchmark_id,
                    title,
                    is_here=True,
                    cases=get_benchmark_info().words.cases,
                    counts=_describe_counts(overview.found),
                    best_score=_describe_best_score(overview.found),
                    asks=tuple(map(_describe_question, get_benchmark_info().questions.values())),
                    source=row["credit"] if row["licence"] in row["credit"] else f"{row['credit']}, {row['licence']}",
                    questions=run_query("example_case_per_question"),
                    models=models,
                    not_compared=describe_not_compared(overview.found),
                )
            )
    return cards


def _describe_counts(overview: Overview) -> str:
    words, contents = get_benchmark_info().words, dict(zip(*run_query("contents").to_numpy().T, strict=True))
    answering = overview.scores[overview.scores["kind"] != "reference"].dropna(subset=["value"])
    n_models = answering["model_id"].nunique()
    n_published = len(run_query("published_figures"))
    cases, groups = (f"{contents[word]:,} {word}" for word in (words.cases, words.groups))
    return texts.describe_counts(cases=cases, groups=groups, n_models=n_models, n_published=n_published)


def _describe_best_score(overview: Overview) -> str:
    scores = overview.scores[overview.scores["run_id"].isin(overview.compared)].dropna(subset=["value"])
    if scores.empty:
        return ""
    best, blind = scores.sort_values("value").iloc[-1], compute_blind_score(overview)
    return texts.describe_best_score(
        escape_markdown(best["label"]),
        overview.about.words.score,
        format_number(best["value"]),
        "" if blind is None else format_number(blind),
    )


def _describe_question(question: Question) -> str:
    return question.title if question.kind == "choice" else format_spoken_question(question)


def show_cards(listed: list[BenchmarkCard]) -> None:
    """Show what each built benchmark asks and how well models do, one image per question, with a link that opens it."""
    for card in listed:
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                st.subheader(escape_markdown(card.title), anchor=False, width="content")
                st.page_link(
                    navigation.OVERVIEW,
                    label="Open",
                    icon=":material/arrow_forward:",
                    query_params={BENCHMARK: card.benchmark_id},
                )
            if text := "  \n".join(filter(None, (get_introduction(card.benchmark_id).question, card.best_score))):
                st.markdown(text)
            st.caption(f"{escape_markdown(card.counts)}  \n{escape_markdown(card.source)}")
            _show_questions(card)


def show_others(cards: list[BenchmarkCard]) -> None:
    """Show the benchmarks that are not built, side by side, with a link that builds and opens each."""
    if not cards:
        return
    st.header(texts.NOT_BUILT, anchor=False)
    st.caption(texts.NOT_BUILT_HELP)
    with st.grid("auto", min_column_width=OTHERS_PX):
        for card in cards:
            with st.container(border=True):
                st.markdown(f"**{escape_markdown(card.title)}**  \n{get_introduction(card.benchmark_id).question}")
                st.page_link(
                    navigation.OVERVIEW,
                    label="Create it",
                    icon=":material/draw:",
                    query_params={BENCHMARK: card.benchmark_id},
                )


def _show_questions(card: BenchmarkCard) -> None:
    by_image = card.questions.groupby(card.questions["image_key"].fillna(card.questions["case_id"]), sort=False)
    tiles = [_build_tile(list(rows["title"]), rows.iloc[0], card.cases) for _, rows in by_image]
    if len(tiles) == 1:
        picture, words = st.columns([1, 2], gap="medium")
        with picture:
            tile = replace(tiles[0], detail="")
            _show_tiles([tile], keys.EXAMPLE_QUESTIONS.make_key(card.benchmark_id), card.benchmark_id, LARGE_TILE_PX)
        words.markdown("\n".join(f"{number}. {escape_markdown(text)}" for number, text in enumerate(card.asks, 1)))
        return
    _show_tiles(tiles[:MAX_TILES], keys.EXAMPLE_QUESTIONS.make_key(card.benchmark_id), card.benchmark_id)
    if folded_tiles := tiles[MAX_TILES:]:
        folded_key = keys.MORE_QUESTIONS.make_key(card.benchmark_id)
        show = partial(_show_tiles, folded_tiles, folded_key, card.benchmark_id)
        show_lazy_expander(texts.name_more_images(len(folded_tiles)), folded_key, show)


def _show_tiles(tiles: list[Tile], key: ElementKey, benchmark_id: str, tile_px: int = TILE_PX) -> None:
    def open_case(case_id: str) -> None:
        navigation.request_full_run()
        navigation.open_photograph(case_id, benchmark=benchmark_id)

    reserve_height(key, TILES_PX)
    build_gallery(tiles, key, open_case, tile_px, page="cases", benchmark=benchmark_id).show()


def _build_tile(titles: list[str], row: pd.Series, cases: str) -> Tile:
    """Build an image's tile with the questions that it illustrates."""
    width_px, height_px = get_picture_size(row.to_dict())
    return Tile(
        case_id=row["case_id"],
        url=find_image_url(row["image_key"], "thumb"),
        width_px=width_px,
        height_px=height_px,
        caption=titles[0] if len(titles) == 1 else f"{len(titles)} questions",
        detail=f"{row['cases']:,} {cases}" if len(titles) == 1 else ", ".join(titles),
    )


def show_models(cards: list[BenchmarkCard]) -> None:
    """Show a table with models in rows and benchmarks in columns.

    If no model has answered several benchmarks, it is folded; without any model nothing is shown.
    """
    rows = list_cross_benchmark_models({card.benchmark_id: card.models for card in cards})
    models = {row.model_id: row for row in rows if not row.is_reference}
    references = [row for row in rows if row.is_reference and are_references_shown()]
    missing = [f"{card.title}: {card.not_compared}" for card in cards if card.not_compared]
    n_shared = sum(len(row.standings) > 1 for row in models.values())
    if n_shared:
        st.header(texts.MODELS, anchor=False)
        st.caption(texts.describe_models(n_shared, len(models)))
    elif not models:
        if missing:
            st.info(escape_markdown(" ".join(missing)))
        return
    is_addressed = keys.RUNS_ACROSS_BENCHMARKS in st.query_params
    with st.container() if n_shared else st.expander(texts.MODELS_TABLE, expanded=is_addressed):
        st.caption(texts.explain_cells(CHANCES))
        labels = {model_id: row.label for model_id, row in models.items()}
        chosen_ids = choose_or_take_first(
            labels, key=keys.RUNS_ACROSS_BENCHMARKS, shown=SHOWN_AT_FIRST, which=texts.CHOSEN_AT_FIRST
        )
        _show_models_table(cards, [*(models[model_id] for model_id in chosen_ids), *references])
        for text in missing:
            st.caption(escape_markdown(text))
        show_help_popover(texts.MODELS_HELP)


def _show_models_table(cards: list[BenchmarkCard], rows: Sequence[CrossBenchmarkModel]) -> None:
    answered = [card for card in cards if any(card.benchmark_id in row.standings for row in rows)]
    table = pd.DataFrame({"Model": [row.label for row in rows]})
    for card in answered:
        cell_texts = [format_standing(row.standings.get(card.benchmark_id)) for row in rows]
        table[f"{card.title}, %"] = [text or MISSING for text in cell_texts]
    show_small_table(table, {})
