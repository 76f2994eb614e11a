"""A gallery of examples: photographs that a chart's mark or a table's row stands for, a page at a time."""

from collections.abc import Hashable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.components import Tile, show_gallery
from dashboard.images import image_url
from dashboard.overlays import outline
from dashboard.queries import query
from dashboard.runs import open_case

PAGE_SIZE = 12


def show_examples(rows: pd.DataFrame, key: str) -> None:
    """Shows thumbnails in the order of the rows; a click opens the case.

    Args:
        rows: photograph_id, caption and detail of each tile.
        key: of the gallery.
    """
    pages = -(-len(rows) // PAGE_SIZE)
    page = st.pagination(pages, key=f"{key}_page", bind="query-params") if pages > 1 else 1
    part = rows.iloc[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    photographs = query("photographs").set_index("photograph_id")
    tiles = [_tile(row, photographs.loc[row["photograph_id"]].to_dict()) for row in part.to_dict("records")]
    show_gallery(tiles, key, lambda: open_case(st.session_state[key].opened), page="cases")
    for credit in query("benchmarks")["credit"]:
        st.caption(f"Photographs: {credit}")


def _tile(row: Mapping[Hashable, Any], photograph: Mapping[Hashable, Any]) -> Tile:
    url = image_url(photograph["image_key"], "thumb")
    return Tile(
        photograph_id=row["photograph_id"], url=url, width_px=photograph["width_px"],
        height_px=photograph["height_px"], caption=row["caption"], detail=row["detail"],
        shapes=() if url else outline(photograph),
    )  # fmt: skip
