"""A paginated gallery of the photographs behind a chart's mark or a table's row."""

from collections.abc import Callable, Iterable, Mapping

import pandas as pd
import streamlit as st

from core.overlays.shapes import PhotographRow
from dashboard.data.queries import run_query
from dashboard.widgets.thumbnails import build_thumbnail, load_outlines, show_credit, show_linked_gallery

PAGE_SIZE = 12


def show_examples(
    rows: pd.DataFrame, name: str, details: Callable[[list[str]], Mapping[str, str]] = lambda _: {}
) -> None:
    """Show thumbnails in the order of the rows; a click opens the case.

    Args:
        rows: case_id, caption and detail of each tile.
        name: of the gallery; with `_page` appended, of its page in the URL.
        details: replaces the details of a page's tiles, by case.
    """
    pages = -(-len(rows) // PAGE_SIZE)
    page = st.pagination(pages, key=f"{name}_page", bind="query-params") if pages > 1 else 1
    part = rows.iloc[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    pictures, found = load_tile_rows(part["case_id"]), details(list(part["case_id"]))
    tiles = [
        build_thumbnail(
            pictures[row["case_id"]], row["caption"], found.get(row["case_id"], row["detail"]), is_outlined=True
        )
        for row in part.to_dict("records")
    ]
    show_linked_gallery(tiles, build_gallery_key(name))
    show_credit()


def build_gallery_key(name: str) -> str:
    """Return the key of the gallery of this name."""
    return f"examples-{name}"


def load_tile_rows(case_ids: Iterable[str]) -> dict[str, PhotographRow]:
    """Return the rows that tiles of some cases need, by case."""
    points = load_outlines()
    rows = run_query("case_pictures", case_ids=sorted(set(case_ids))).to_dict("records")
    return {row["case_id"]: {**points.get(row["case_id"], {}), **row} for row in rows}
