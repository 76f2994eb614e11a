"""Sections of the page Benchmarks: a card per benchmark, the models across them, and the claims of the papers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.all_benchmarks import CrossBenchmarkModel, format_standing, list_cross_benchmark_models
from core.analyses.not_compared import describe_not_compared
from core.analyses.overview import Overview
from core.analyses.phrases import NO_ANSWER_YET
from core.analyses.sensitivity import CHANCES
from core.analyses.verdicts import ModelVerdicts
from core.benchmarks.introductions import get_introduction
from core.benchmarks.paper_claims import STATED_BY, VERDICT_TITLES, Claim, describe_stated_by, read_claims
from core.benchmarks.registry import list_registered
from core.formatting import MISSING, capitalise_first, escape_markdown, format_interval, format_number, format_unit
from dashboard.components.gallery import Tile, build_gallery
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import (
    BENCHMARK,
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
from dashboard.selection.selectors import choose_or_take_first, choose_segment
from dashboard.style.theme import reserve_height
from dashboard.widgets import navigation
from dashboard.widgets.tables import show_lazy_expander, show_small_table
from dashboard.widgets.thumbnails import get_picture_size

SHOWN_AT_FIRST = 12
"""Number of models shown at first if there are more; the user finds the others by typing."""

MAX_TILES = 6
"""Number of images on a card; the others are in an expander."""

TILE_PX = 96
"""Minimum width of an image, of which three fit side by side on a phone."""

TILES_PX = 170
"""Minimum height of a row of images."""

EVERY = "every"
"""Option that selects all papers."""


@dataclass(frozen=True, slots=True)
class BenchmarkCard:
    """A benchmark on the page.

    Attributes:
        cases: the benchmark's plural for its cases.
        counts: of cases, groups, models and published numbers, in words.
        questions: the query `example_case_per_question`.
        models: with scores and verdicts.
        not_compared: models that answered but are not compared, each with the reason, as a sentence.
    """

    benchmark_id: str
    title: str
    is_here: bool
    cases: str = ""
    counts: str = ""
    source: str = ""
    questions: pd.DataFrame = field(default_factory=pd.DataFrame)
    models: tuple[ModelVerdicts, ...] = ()
    not_compared: str = ""


def list_benchmark_cards() -> list[BenchmarkCard]:
    """List every benchmark that is installed or offered, in the order of the benchmark switch."""
    installed_ids = set(list_available_benchmarks())
    cards = []
    for benchmark_id, listed in list_selectable_benchmarks().items():
        if benchmark_id not in installed_ids:
            cards.append(BenchmarkCard(benchmark_id, listed.title, is_here=False))
            continue
        with use_benchmark(benchmark_id):
            row = run_query("benchmarks").iloc[0]
            overview = load_overview()
            models = tuple(overview.models)
            cards.append(
                BenchmarkCard(
                    benchmark_id,
                    listed.title,
                    is_here=True,
                    cases=get_benchmark_info().words.cases,
                    counts=_describe_counts(overview.found),
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


def show_cards(listed: list[BenchmarkCard]) -> None:
    """Show what each benchmark asks, one image per question, with a link that opens it."""
    for card in listed:
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
                st.subheader(escape_markdown(card.title), anchor=False, width="content")
                st.page_link(
                    navigation.OVERVIEW,
                    label="Open" if card.is_here else "Create it",
                    icon=":material/arrow_forward:" if card.is_here else ":material/draw:",
                    query_params={BENCHMARK: card.benchmark_id},
                )
            if question := get_introduction(card.benchmark_id).question:
                st.markdown(question)
            if card.is_here:
                st.caption(f"{escape_markdown(card.counts)}  \n{escape_markdown(card.source)}")
                _show_questions(card)
            else:
                st.caption(texts.NOT_BUILT)


def _show_questions(card: BenchmarkCard) -> None:
    by_image = card.questions.groupby(card.questions["image_key"].fillna(card.questions["case_id"]), sort=False)
    tiles = [_build_tile(list(rows["title"]), rows.iloc[0], card.cases) for _, rows in by_image]
    _show_tiles(tiles[:MAX_TILES], keys.EXAMPLE_QUESTIONS.make_key(card.benchmark_id), card.benchmark_id)
    if folded_tiles := tiles[MAX_TILES:]:
        folded_key = keys.MORE_QUESTIONS.make_key(card.benchmark_id)
        show = partial(_show_tiles, folded_tiles, folded_key, card.benchmark_id)
        show_lazy_expander(texts.name_more_images(len(folded_tiles)), folded_key, show)


def _show_tiles(tiles: list[Tile], key: ElementKey, benchmark_id: str) -> None:
    def open_case(case_id: str) -> None:
        navigation.request_full_run()
        navigation.open_photograph(case_id, benchmark=benchmark_id)

    reserve_height(key, TILES_PX)
    build_gallery(tiles, key, open_case, TILE_PX, page="cases", benchmark=benchmark_id).show()


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
    """Show a table with models in rows and benchmarks in columns; folded if no model has answered several of them."""
    rows = list_cross_benchmark_models({card.benchmark_id: card.models for card in cards})
    models = {row.model_id: row for row in rows if not row.is_reference}
    references = [row for row in rows if row.is_reference and are_references_shown()]
    missing = [f"{card.title}: {card.not_compared}" for card in cards if card.not_compared]
    if not models and not references:
        st.info(escape_markdown(" ".join(missing)) or NO_ANSWER_YET)
        return
    n_shared = sum(len(row.standings) > 1 for row in models.values())
    st.caption(texts.describe_models(n_shared, len(models)))
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


def _show_models_table(cards: list[BenchmarkCard], rows: Sequence[CrossBenchmarkModel]) -> None:
    answered = [card for card in cards if any(card.benchmark_id in row.standings for row in rows)]
    table = pd.DataFrame({"Model": [row.label for row in rows]})
    for card in answered:
        cell_texts = [format_standing(row.standings.get(card.benchmark_id)) for row in rows]
        table[f"{card.title}, %"] = [text or MISSING for text in cell_texts]
    show_small_table(table, {})


def show_claims() -> None:
    """Show the papers' claims about their figures and whether the figures support them, one paper at a time."""
    claims = read_claims()
    papers = {claim.benchmark_id: list_registered()[claim.benchmark_id].paper_title for claim in claims}
    st.markdown(texts.describe_claims(len(claims), len(papers), _describe_verdict_counts(claims)))
    stated = Counter(claim.stated_by for claim in claims)
    st.caption(texts.describe_claim_sources(" · ".join(f"{STATED_BY[by]}: {stated[by]}" for by in STATED_BY)))
    paper = choose_segment(
        "Paper", papers | {EVERY: "All papers"}, keys.PUBLISHED_BENCHMARK, label_visibility="collapsed"
    )
    shown_claims = [claim for claim in claims if paper in (EVERY, claim.benchmark_id)]
    if paper != EVERY:
        st.caption(f"{len(shown_claims)} claims: {_describe_verdict_counts(shown_claims)}.")
    for claim in shown_claims:
        _show_claim(claim, papers[claim.benchmark_id] if paper == EVERY else "")


def _describe_verdict_counts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    return ", ".join(f"{counts[verdict]} {VERDICT_TITLES[verdict]}" for verdict in VERDICT_TITLES if counts[verdict])


def _show_claim(claim: Claim, paper: str) -> None:
    """Show the verdict beside the claim, the figure that decides and the reason; on narrow screens above them."""
    source = f"{paper}, {claim.place}" if paper else claim.place
    verdict, text_column = st.columns([1, 6], gap="small")
    verdict.markdown(f"**{capitalise_first(VERDICT_TITLES[claim.verdict])}**")
    text_column.markdown(
        f"**{escape_markdown(claim.claim)}**  \n{escape_markdown(capitalise_first(claim.about))}: "
        f"{escape_markdown(_format_figure(claim))}. {escape_markdown(claim.reason)}  \n"
        f"*{escape_markdown(describe_stated_by(claim.stated_by, claim.quote))}: {escape_markdown(source)}*"
    )


def _format_figure(claim: Claim) -> str:
    """Format the figure with unit and interval and as many decimals as its source; a correlation as `r = 0.81`."""
    written = [number for number in (claim.value, claim.low, claim.high) if number is not None]
    decimals = max(len(f"{number:g}".partition(".")[2]) for number in written)
    value = format_number(claim.value, decimals)
    number = f"{claim.unit} = {value}" if claim.unit in ("r", "p") else f"{value}{format_unit(claim.unit)}"
    interval = format_interval(claim.low, claim.high, decimals)
    return number if interval == MISSING else f"{number} ({interval})"
