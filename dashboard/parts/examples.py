"""A gallery of examples: photographs that a chart's mark or a table's row stands for, a page at a time."""

import pandas as pd
import streamlit as st

from dashboard.parts.thumbnails import show_credit, show_linked_gallery, thumbnail
from dashboard.queries import query

PAGE_SIZE = 12


def show_examples(rows: pd.DataFrame, key: str) -> None:
    """Shows thumbnails in the order of the rows; a click opens the case.

    Args:
        rows: case_id, caption and detail of each tile.
        key: of the gallery.
    """
    pages = -(-len(rows) // PAGE_SIZE)
    page = st.pagination(pages, key=f"{key}_page", bind="query-params") if pages > 1 else 1
    part = rows.iloc[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    photographs = query("photographs").set_index("case_id", drop=False)
    tiles = [
        thumbnail(photographs.loc[row["case_id"]].to_dict(), row["caption"], row["detail"])
        for row in part.to_dict("records")
    ]
    show_linked_gallery(tiles, key)
    show_credit()
