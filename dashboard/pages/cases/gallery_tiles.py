"""Tiles of a page of the gallery, with strips, pins and notes, below the headings of their groups."""

from dataclasses import dataclass, replace
from functools import partial

import pandas as pd
import streamlit as st

from core.analyses.gallery_groups import GalleryHeading, list_headings
from core.analyses.photograph_descriptions import describe_pose
from core.digest import compute_digest
from core.overlays.shapes import PhotographRow
from core.warehouse.read import Filters, Parameter
from dashboard.components.gallery import GalleryDetails, Tile, TileSize, build_gallery
from dashboard.data import prefetch
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.image_urls import Size, get_url_suffix
from dashboard.pages.cases import answer_strips, case_header, case_preview, notes
from dashboard.runtime.state_keys import cases as keys
from dashboard.style.theme import reserve_height
from dashboard.widgets import pins
from dashboard.widgets.answers_table import format_score_pair
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.thumbnails import (
    build_thumbnail,
    compute_common_aspect,
    load_excerpts,
    load_further_images,
    load_outlines,
)

TILE_PX, MOST_IN_A_ROW = 130, 9
"""Minimum height of a tile, and maximum number of tiles per row on wide screens."""

LOADED_PREVIEWS = 4
"""Number of cases that the browser loads ahead; none of the first gallery, when it still loads scripts and images."""


def show(
    cases: pd.DataFrame, start: int, filters: Filters, right_at: float, size: TileSize, pinned_ids: list[str]
) -> None:
    """Show the tiles of a page.

    Args:
        cases: all of the selection, in order.
        start: position of the page's first case.
        filters: filters whose models and questions count.
        right_at: the score from which a number is right.
        size: of the tiles.
        pinned_ids: the cases that are pinned.
    """
    runs = answer_strips.select_strip_runs(filters)
    made = build_page(cases, start, runs, filters, right_at, size)
    counts = notes.count_notes()
    tiles = [replace(tile, notes=n) if (n := counts[tile.case_id]) else tile for tile in made.tiles]
    groups = list(cases["group"]) if "group" in cases else []
    reserve_height(keys.GALLERY, TILE_PX * -(-len(tiles) // MOST_IN_A_ROW))
    build_gallery(
        tiles,
        keys.GALLERY,
        partial(open_photograph, is_on_cases=True),
        aspect=compute_common_aspect(tiles),
        returned_from=keys.CLOSED_CASE.take(),
        review=GalleryDetails(
            size=size,
            pinned=pinned_ids,
            on_pin=pins.pin,
            models=answer_strips.list_model_looks(runs),
            told=answer_strips.describe_strip_runs(runs),
            legend=made.legend,
            headings=[_format_heading(heading) for heading in list_headings(groups, start, case_header.CASES_PER_PAGE)]
            if groups
            else [],
            opened_last=keys.LAST_OPENED_CASE.read(),
            copies=(get_url_suffix("thumb"), get_url_suffix("large")),
            previews=case_preview.register_gallery(list(cases["case_id"]), filters, right_at, pinned_ids),
            loaded_previews=LOADED_PREVIEWS if prefetch.is_enabled() and keys.GALLERY_IS_DRAWN.read() else 0,
        ),
    ).show()


@dataclass(frozen=True, slots=True)
class PageContent:
    """The tiles of a page without their notes, and the parts of their strips."""

    tiles: list[Tile]
    legend: list[tuple[str, str, str]]


def build_page(
    cases: pd.DataFrame, start: int, runs: pd.DataFrame, filters: Filters, right_at: float, size: TileSize
) -> PageContent:
    """Return the cached content of a page; needs no session.

    Args:
        cases: as in `show`, like the other arguments.
        start: of the page.
        runs: the models in the strips, as `answer_strips.select_strip_runs` returns them.
        filters: of the page.
        right_at: the score from which a number is right.
        size: of the tiles.
    """
    page = cases.iloc[start : start + case_header.CASES_PER_PAGE]
    keys_of_cache = hash_selection(page), compute_digest(runs["run_id"])
    return _build_tiles(require_generation(), *keys_of_cache, filters["question"], right_at, size, page, runs)


@st.cache_resource(max_entries=300, show_spinner=False)
def _build_tiles(
    found: Generation,  # noqa: ARG001 - key of the cache, as are the next two
    page_key: str,  # noqa: ARG001
    runs_key: str,  # noqa: ARG001
    questions: Parameter,
    right_at: float,
    size: TileSize,
    _page: pd.DataFrame,
    _runs: pd.DataFrame,
) -> PageContent:
    """Build the content of a page of the gallery; read-only because all sessions share it."""
    strips, said = answer_strips.load_strips(list(_page["case_id"]), _runs, questions, right_at)
    questions_asked = load_excerpts(_page["case_id"])
    further = load_further_images(_page["case_id"])
    cells = answer_strips.build_cells(strips, _runs)
    tiles = [
        replace(
            _build_tile({**row, "further_images": further.get(row["case_id"], ())}, said.get(row["case_id"]), size),
            question=questions_asked.get(row["case_id"], ""),
            strip=cells[row["case_id"]],
        )
        for row in _page.to_dict("records")
    ]
    question_counts = {mark.n_asked for marks in strips.values() for mark in marks}
    return PageContent(tiles, answer_strips.build_legend(question_counts, _runs))


def hash_selection(cases: pd.DataFrame) -> str:
    """Return a digest of a selection with its scores, for cache keys: Streamlit hashes long values slowly.

    Args:
        cases: with case_id, score and foil_score.
    """
    scores = cases[["score", "foil_score"]].to_numpy(dtype=float, na_value=float("nan"))
    return compute_digest(cases["case_id"], scores.tobytes())


def _build_tile(row: PhotographRow, said: str | None, size: TileSize) -> Tile:
    points = load_outlines().get(row["case_id"], {})
    detail = format_scores(row["score"], row["foil_score"]) if said is None else said
    copy: Size = "large" if size == "large" else "thumb"
    tile = build_thumbnail({**points, **row}, row["title"], detail, is_outlined=True, copy=copy)
    return replace(tile, view=describe_pose(points)) if points else tile


def format_scores(score: float, foil_score: float) -> str:
    """Format the mean scores of a case against the truth and the foil for its tile."""
    line = format_score_pair(score, foil_score)
    return line if pd.isna(score) else f"{get_benchmark_info().words.score} {line}"


def _format_heading(heading: GalleryHeading) -> tuple[int, str, str]:
    count = get_benchmark_info().format_case_count(heading.count)
    return heading.place, heading.group, f"{count}, continued" if heading.is_continued else count
