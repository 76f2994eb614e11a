"""Tables for readers: column names, sensible digits, and a download for each."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Number
from typing import Any

import pandas as pd
import streamlit as st

from core.formatting import MISSING, escape_markdown, format_interval, format_number, has_too_few_groups, round_half_up
from dashboard.data.image_urls import find_image_url
from dashboard.runtime.session_state import ElementKey, read_selected
from dashboard.runtime.state_keys import common as keys
from dashboard.widgets.navigation import consume_row_selection, make_row_callback

MOST_ROWS = 1000
"""Maximum rows of a table that are sent to the browser; the download has all."""

SCROLLING_ROWS, SCROLLING_PX = 11, 400
"""Rows from which Streamlit's own height of a table is at its maximum, and that height."""

THUMBNAIL_ROW_PX, THUMBNAIL_PX = 72, 110
"""Height of a row with an image and up to three lines of text beside it, and width of the image's column."""

_DECIMALS = re.compile(r"\.(\d)f")
"""Matches the number of decimals in a format."""

SHORT = 26
"""Maximum characters of a text in a small table that is never wrapped; the table scrolls instead."""


@dataclass(frozen=True, slots=True)
class DecimalColumn:
    """A column of numbers with a fixed number of decimals, for `show_table`.

    Streamlit's own formats write a negative number with a hyphen; here it gets a minus sign, as everywhere else.
    """

    title: str
    decimals: int = 1
    unit: str = ""
    with_plus: bool = False

    def format_value(self, number: float) -> str:
        """Return the number as text."""
        return f"{format_number(number, self.decimals, with_plus=self.with_plus)}{self.unit}"


@dataclass(frozen=True, slots=True)
class ThumbnailColumn:
    """A column of images for `show_table`; the cells of the frame, and of the download, are keys of images."""

    title: str


def format_intervals(rows: pd.DataFrame, decimals: int = 1) -> list[str]:
    """Format `low` and `high` of each row as text; a dash if there are too few groups (`n_groups`)."""
    counts = rows["n_groups"] if "n_groups" in rows else [None] * len(rows)
    return [
        MISSING if has_too_few_groups(count) else format_interval(low, high, decimals)
        for low, high, count in zip(rows["low"], rows["high"], counts, strict=True)
    ]


@st.fragment
def show_lazy_expander(label: str, name: str, show: Callable[[], None], *, stays: bool = False) -> None:
    """Show an expander whose content is built and sent only once the user opens it, in its own fragment.

    A table or a text in a box costs the browser a tenth of a second and a megabyte of scripts. A row of the table may
    open something outside of the fragment, so choosing one reruns the whole page.

    Args:
        label: of the expander.
        name: of its state, which lasts as long as the page.
        show: shows the content.
        stays: whether closing keeps the content, with the user's input in it.
    """
    if consume_row_selection():
        st.rerun()
    with st.expander(label, key=keys.EXPANDER.make_key(name), on_change="rerun") as place:
        is_made, made_key = bool(place.open), keys.EXPANDER_IS_MADE.make_key(name)
        if stays:
            is_made = is_made or bool(made_key.read())
            made_key.write(is_made)
        if is_made:
            show()


def request_open(name: str) -> None:
    """Open such an expander in the next run of the page, by the name of its state (callback)."""
    keys.EXPANDER.make_key(name).write(True)


def get_css_class(name: str) -> str:
    """Return the CSS class of such an expander."""
    return f"st-key-{keys.EXPANDER.make_key(name)}"


def show_table_expander(
    frame: pd.DataFrame,
    name: str,
    columns: Mapping[str, Any] | None = None,
    alt: str = "",
    on_choose: Callable[[int], None] | None = None,
    *,
    label: str = "Show data",
) -> None:
    """Show a frame in an expander below its chart: the answer comes before the numbers.

    Args:
        frame: as in `show_table`, like the others.
        name: of the file, and of the state.
        columns: the visible columns.
        alt: description of the table.
        on_choose: called with the index of the chosen row.
        label: of the expander.
    """
    show_lazy_expander(label, name, partial(show_table, frame, name, columns, alt, on_choose))


def show_table(
    frame: pd.DataFrame,
    name: str,
    columns: Mapping[str, Any] | None = None,
    alt: str = "",
    on_choose: Callable[[int], None] | None = None,
) -> None:
    """Show a frame, or the first rows of a long one, with a CSV download of all rows.

    Args:
        frame: the table.
        name: of the file, and of the selection in the session (`<name>-table` until `clear_row_selection`).
        columns: configures and orders the visible columns, as a `DecimalColumn`, a `ThumbnailColumn` or as Streamlit
            takes them; None for all.
        alt: description for screen readers.
        on_choose: called with the index of the chosen row, from 0.
    """
    first, has_images = _insert_thumbnails(frame.head(MOST_ROWS), columns or {})
    signed = _list_signed_columns(first, columns or {})
    look: dict[str, Any] = {
        "column_config": columns and {name: _build_column(column, name in signed) for name, column in columns.items()},
        "column_order": list(columns) if columns else None,
        "hide_index": True,
        "alt": alt or name,
        "placeholder": MISSING,
        # Streamlit reserves only a stated height while the browser loads the table's script.
        "height": SCROLLING_PX if has_images or len(first) >= SCROLLING_ROWS else "auto",
        "row_height": THUMBNAIL_ROW_PX if has_images else None,
    }
    formats: dict[Any, Any] = {name: column.format_value for name, column in signed.items()}
    visible = first.reset_index(drop=True).style.format(formats) if signed else first
    if on_choose is None:
        st.dataframe(visible, **look)
    else:
        key = _build_table_key(name)
        on_select = make_row_callback(key, len(first), on_choose)
        st.dataframe(visible, key=key, on_select=on_select, selection_mode="single-row", **look)
        st.caption("Select a row (or press Shift+Space on it) to see its cases.")
    if len(first) < len(frame):
        st.caption(f"The first {len(first):,} of {len(frame):,} rows; the CSV has all.")
    download(frame, name)


def _insert_thumbnails(frame: pd.DataFrame, columns: Mapping[str, Any]) -> tuple[pd.DataFrame, bool]:
    """Replace the keys of images by the URLs of their thumbnails; return the frame, and whether it has any."""
    urls = {
        name: frame[name].map(lambda key: find_image_url(key, "thumb"))
        for name, column in columns.items()
        if isinstance(column, ThumbnailColumn)
    }
    return frame.assign(**urls), bool(urls)


def _list_signed_columns(frame: pd.DataFrame, columns: Mapping[str, Any]) -> dict[str, DecimalColumn]:
    """List the decimal columns with a negative number or plus signs; only these are styled, because that takes time."""
    return {
        name: column
        for name, column in columns.items()
        if isinstance(column, DecimalColumn)
        and name in frame
        and (column.with_plus or pd.to_numeric(frame[name]).lt(0).any())
    }


def _build_column(column: object, is_styled: bool) -> Any:  # noqa: ANN401 - Streamlit's own type is private
    """Build the column as Streamlit takes it; Streamlit's format would override the styled texts."""
    if isinstance(column, ThumbnailColumn):
        return st.column_config.ImageColumn(column.title, width=THUMBNAIL_PX)
    if not isinstance(column, DecimalColumn):
        return column
    form = None if is_styled else f"%.{column.decimals}f{column.unit}"
    return st.column_config.NumberColumn(column.title, format=form)


def read_selected_row(name: str) -> int | None:
    """Return the index of the selected row of such a table; None if none is selected, or the table does not exist."""
    return read_selected(_build_table_key(name), "rows", int)


def clear_row_selection(name: str) -> None:
    """Clear the table's selection by changing its key: Streamlit keeps a selection as long as the key is the same."""
    count_key = keys.N_CLEARED_SELECTIONS.make_key(name)
    count_key.write((count_key.read() or 0) + 1)


def _build_table_key(name: str) -> ElementKey:
    n_cleared = keys.N_CLEARED_SELECTIONS.make_key(name).read()
    return keys.RECREATED_TABLE.make_key(name, n_cleared) if n_cleared else keys.TABLE.make_key(name)


@st.cache_data(max_entries=200, show_spinner=False)
def show_small_table(frame: pd.DataFrame, formats: Mapping[str, str], whole: Sequence[str] = ()) -> None:
    """Show a few rows as in print: without scrolling and sorting, quick to draw.

    Args:
        frame: columns are the headings; they and texts in it are shown unchanged.
        formats: `str.format` by column, for numbers; a minus sign is printed as one, not as a hyphen.
        whole: columns of whole numbers, written with thousands separators.
    """
    texts = frame.select_dtypes(exclude="number").columns
    safe = frame.assign(**{column: frame[column].map(_to_cell_value, na_action="ignore") for column in texts})
    safe = safe.rename(columns=escape_markdown)
    forms = {**formats, **dict.fromkeys(whole, "{:,.0f}")}
    number_formats: dict[Any, Any] = {
        escape_markdown(column): partial(_format_number, form) for column, form in forms.items()
    }
    styled = safe.style.format(number_formats, na_rep=MISSING).map(
        _style_short_text, subset=list(map(escape_markdown, texts))
    )
    st.table(styled, hide_index=True, border="horizontal")


def _to_cell_value(value: object) -> object:
    """Return a value that is safe in a table: numbers stay numbers, even in a column of another type."""
    return value if isinstance(value, Number) else escape_markdown(value)


def _style_short_text(text: object) -> str:
    return "white-space: nowrap" if isinstance(text, str) and len(text) <= SHORT else ""


def _format_number(form: str, number: float) -> str:
    """Format the number, rounded as by `formatting.format_number`; a result of zero has no sign."""
    decimals = _DECIMALS.search(form)
    text = form.format(round_half_up(number, int(decimals[1])) if decimals else number)
    return text.replace("-", "−" if any(digit in text for digit in "123456789") else "")


def download(frame: pd.DataFrame, name: str) -> None:
    """Show a button that saves a frame as CSV."""
    st.download_button(
        "CSV",
        data=lambda: frame.to_csv(index=False).encode(),
        file_name=f"trilens_{name}.csv",
        mime="text/csv",
        key=keys.DOWNLOAD.make_key(name),
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
    )
