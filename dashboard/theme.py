"""The colours of heatmaps in the theme that the viewer sees, and the styles that Streamlit has no setting for.

The colours stand in `.streamlit/config.toml`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

NAME = "Trilens"

_WIDE_SCREENS = "<style>[data-testid=stMainBlockContainer] { max-width: 1760px; }</style>"

_CELLS_LEAD_SOMEWHERE = """<style>
.js-plotly-plot:has(.heatmaplayer .hm):has(.hoverlayer .hovertext) .plotly .nsewdrag { cursor: pointer; }
</style>"""
"""Plotly has one cursor for a whole chart, so the pointer is there while the mouse shows what a cell says."""

_CASE_ALONE = """<style>
[data-testid=stSidebar], [data-testid=stHeader], [data-testid=stExpandSidebarButton] { display: none; }
[data-testid=stMainBlockContainer] { max-width: none; padding: 1rem 2rem; }
.st-key-case_subject { --picture-height: 52vh; }
</style>"""


_HEAD_STAYS = """<style>
[data-testid=stLayoutWrapper]:has(> .st-key-case_head) {{ position: sticky; top: 3.75rem; z-index: 90;
  padding: .25rem 0; background: {background}; border-bottom: 1px solid {border}; }}
.st-key-case_subject {{ --picture-height: max(15rem, calc(100vh - 39.5rem)); }}
@media (max-width: 640px) {{
  .st-key-case_head h1 {{ zoom: .65; padding: 0; }}
  .st-key-case_ways :is(button, a) {{ padding: .25rem .5rem; }}
  .st-key-case_ways p {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }}
  .st-key-case_ways {{ gap: .25rem; }}
  .st-key-case_line {{ flex-wrap: nowrap; overflow: hidden; }}
  .st-key-case_line p {{ white-space: nowrap; zoom: .85; }}
}}
</style>"""


def name_tab(*parts: str) -> None:
    """Names the browser's tab, so that tabs and history tell pages and cases apart: the case, the page, the product."""
    st.set_page_config(page_title=" · ".join([*parts, NAME]))


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a heatmap.

    Attributes:
        colour_scale: from low to high.
        text_colour: readable on all of it.
        grey: of cells that are not to be trusted.
    """

    colour_scale: Sequence[str]
    text_colour: str
    grey: str


def theme_of(scale: Literal["Sequential", "Diverging"]) -> Theme:
    """A colour scale, the text colour that is readable on all of it, and a grey."""
    name = st.context.theme.type or "light"
    names = (f"chart{scale}Colors", "textColor", "secondaryBackgroundColor")
    return Theme(*(st.get_option(f"theme.{name}.{option}") for option in names))


def limit_width() -> None:
    """Limits the width of pages: on the widest screens a table's columns would otherwise be too far apart."""
    st.html(_WIDE_SCREENS)


def point_at_cells() -> None:
    """Gives the cells of heatmaps the cursor of a link."""
    st.html(_CELLS_LEAD_SOMEWHERE)


def keep_head() -> None:
    """Keeps a case's head on the screen while it is scrolled, and leaves room for its answers below the pictures."""
    theme = f"theme.{st.context.theme.type or 'light'}"
    background, border = (st.get_option(f"{theme}.{name}") for name in ("backgroundColor", "borderColor"))
    st.html(_HEAD_STAYS.format(background=background, border=border))


def hide_chrome() -> None:
    """Hides the sidebar and the header, so that what a page shows has the whole screen."""
    st.html(_CASE_ALONE)
