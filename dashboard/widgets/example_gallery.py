"""A paginated gallery of the photographs behind a chart's mark or a table's row."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.overlays.shapes import PhotographRow
from dashboard.data.queries import run_query
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.thumbnails import (
    build_linked_gallery,
    build_thumbnail,
    load_excerpts,
    load_further_images,
    load_outlines,
    show_credit,
)

PAGE_SIZE = 12


def show_examples(rows: pd.DataFrame, name: str, describe: Callable[[Mapping[Hashable, Any]], str]) -> None:
    """Show thumbnails in the order of the rows; a click opens the case.

    Args:
        rows: case_id and caption of each tile, and the columns that `describe` reads.
        name: of the gallery; with `_page` appended, of its page in the URL.
        describe: returns the detail of a tile from its row; called only for the tiles of the open page.
    """
    show_tiles(choose_page(rows, name), name, describe)


def choose_page(rows: pd.DataFrame, name: str) -> pd.DataFrame:
    """Show the pages of a gallery if it has several, and return the rows of the open one.

    Args:
        rows: one per tile.
        name: as `show_examples` takes it.
    """
    pages = -(-len(rows) // PAGE_SIZE)
    page = st.pagination(pages, key=keys.GALLERY_PAGE.make_key(name), bind="query-params") if pages > 1 else 1
    return rows.iloc[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]


def show_tiles(rows: pd.DataFrame, name: str, describe: Callable[[Mapping[Hashable, Any]], str]) -> None:
    """Show the thumbnails of the open page; arguments as `show_examples` takes them."""
    pictures, questions = load_tile_rows(rows["case_id"]), load_excerpts(rows["case_id"])
    tiles = [
        build_thumbnail(
            pictures[row["case_id"]],
            row["caption"],
            describe(row),
            is_outlined=True,
            question=questions.get(row["case_id"], ""),
        )
        for row in rows.to_dict("records")
    ]
    build_linked_gallery(tiles, build_gallery_key(name)).show()
    show_credit()


def build_gallery_key(name: str) -> ElementKey:
    """Return the key of the gallery of this name."""
    return keys.EXAMPLES.make_key(name)


def load_tile_rows(case_ids: Iterable[str]) -> dict[str, PhotographRow]:
    """Return the rows that tiles of some cases need, by case."""
    points, ids = load_outlines(), sorted(set(case_ids))
    further = load_further_images(ids)
    rows = run_query("case_pictures", case_ids=ids).to_dict("records")
    return {
        row["case_id"]: {**points.get(row["case_id"], {}), **row, "further_images": further.get(row["case_id"], ())}
        for row in rows
    }
