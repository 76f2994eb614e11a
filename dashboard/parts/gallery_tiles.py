"""The tiles of a page of the gallery, with strips, pins and notes, below the headings of their groups."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from core.analyses.grouping import Heading, headings
from core.drawing.overlays import PhotographRow
from core.warehouse.read import Filters
from dashboard.components import show_gallery
from dashboard.components.gallery import Review, Tile, TileSize
from dashboard.links import open_photograph
from dashboard.parts import case_head, gallery_strips, notes, pins
from dashboard.parts.answers_table import both_scores
from dashboard.parts.thumbnails import common_aspect, outlines, thumbnail
from dashboard.queries import about
from dashboard.theme import keep_room

KEY = "gallery"

TILE_PX, MOST_IN_A_ROW = 130, 9
"""Height that a tile has at least, and how many stand side by side on wide screens."""


def show(
    cases: pd.DataFrame, start: int, filters: Filters, right_at: float, size: TileSize, pinned_ids: list[str]
) -> None:
    """The tiles of a page.

    Args:
        cases: all of the selection, in order.
        start: place of the page's first case.
        filters: whose models and questions count.
        right_at: the score from which on a number is right.
        size: of the tiles.
        pinned_ids: the cases that are pinned.
    """
    page = cases.iloc[start : start + case_head.PAGE_SIZE]
    runs = gallery_strips.shown_runs(filters)
    strips, said = gallery_strips.of_cases(list(page["case_id"]), runs, filters, right_at)
    counts = notes.counts()
    tiles = [
        replace(
            _tile(row, said.get(row["case_id"]), size),
            strip=gallery_strips.cells(strips[row["case_id"]], runs),
            notes=counts[row["case_id"]],
        )
        for row in page.to_dict("records")
    ]
    groups = list(cases["group"]) if "group" in cases else []
    keep_room(KEY, TILE_PX * -(-len(tiles) // MOST_IN_A_ROW))
    show_gallery(
        tiles,
        KEY,
        lambda: open_photograph(st.session_state[KEY].opened, is_on_cases=True),
        aspect=common_aspect(tiles),
        returned_from=st.session_state.pop(case_head.LEFT, None),
        review=Review(
            size=size,
            pinned=pinned_ids,
            on_pin=lambda: pins.pin(st.session_state[KEY].pinned),
            models=gallery_strips.names(runs),
            told=gallery_strips.told(runs),
            legend=gallery_strips.legend(
                are_counted=any(mark.n_asked > 1 for marks in strips.values() for mark in marks)
            ),
            headings=[_heading(one) for one in headings(groups, start, case_head.PAGE_SIZE)] if groups else [],
            opened_last=st.session_state.get(case_head.OPENED_LAST),
        ),
    )


def _tile(row: PhotographRow, said: str | None, size: TileSize) -> Tile:
    points = outlines().get(row["case_id"], {})
    detail = _score_line(row["score"], row["foil_score"]) if said is None else said
    return thumbnail(
        {**points, **row}, row["title"], detail, is_outlined=True, copy="large" if size == "large" else "thumb"
    )


def _score_line(score: float, foil_score: float) -> str:
    line = both_scores(score, foil_score)
    return line if pd.isna(score) else f"{about().words.score} {line}"


def _heading(heading: Heading) -> tuple[int, str, str]:
    count = about().cases_text(heading.count)
    return heading.place, heading.group, f"{count}, continued" if heading.is_continued else count
