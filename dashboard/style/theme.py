"""The colours of heatmaps in the theme that the viewer sees, and the styles that Streamlit has no setting for.

The colours stand in `.streamlit/config.toml`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from dashboard.style.palette import VERDICTS

NAME = "Trilens"

_WIDE_SCREENS = """<style>
html [data-testid=stMainBlockContainer] { max-width: 1760px; padding-left: clamp(1rem, 3vw, 3rem);
  padding-right: clamp(1rem, 3vw, 3rem); }
</style>"""
"""Limits the width of pages: on the widest screens a table's columns would otherwise be too far apart."""

_LINES_HAVE_AN_END = """<style>
[data-testid=stMain] [data-testid=stMarkdownContainer] > :is(p, ul, ol, h4) { max-width: 62rem; }
html [data-testid=stTable] td { white-space: normal; }
[data-testid=stTable] td :is([data-testid=stMarkdownContainer], [data-testid=stMarkdownContainer] p) {
  white-space: inherit !important; }
</style>"""
"""Limits the length of a line of text to what the eye follows, however wide the page is. Cells of tables say whether
their lines are broken, which Streamlit's own text in them would not hear."""

_TITLES_ARE_LEVEL = """<style>
html [data-testid=stMain] h1 { padding-top: 2px; }
</style>"""
"""Titles of pages stand where those beside buttons do, from which Streamlit takes the room above."""

_NOTHING_UNDER_THE_HEAD = """<style>
html [data-testid=stMain] { scroll-padding-top: 4.25rem; }
html [data-testid=stMain]:has(.st-key-case-head) { scroll-padding-top: 9.5rem; }
</style>"""
"""What takes the focus is scrolled to below the head of the page, and of a case, which would cover it."""

_LINKS_SIDE_BY_SIDE = """<style>
html [data-testid=stSidebarNavItems] > :has(> [data-testid=stNavSectionHeader]) { display: grid; margin: 0 -.5rem;
  grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); column-gap: .25rem; }
html [data-testid=stNavSectionHeader] { grid-column: 1 / -1; padding-left: .5rem; }
html [data-testid=stSidebarNavSeparator] { margin: .25rem 0 0; }
html [data-testid=stSidebarUserContent] { padding-top: .75rem; }
html [data-testid=stSidebarUserContent] > div > [data-testid=stVerticalBlock] { gap: .75rem; }
@media (pointer: fine) { html [data-testid=stSidebarNavLink] { line-height: 1.75; } }
</style>"""
"""The links of the navigation stand side by side, and close to what follows, so that the filters begin on the sidebar's
first screen."""

_HEAD_STAYS = """<style>
[data-testid=stLayoutWrapper]:has(> .st-key-case-head) { position: sticky; top: 3.75rem; z-index: 90;
  padding: .25rem 0; }
[data-testid=stMainBlockContainer]:has(.st-key-case-head) { padding-top: 4.25rem; }
.st-key-case-subject { --picture-height: max(15rem, calc(100vh - 39.5rem)); }
@media (min-width: 641px) {
  .st-key-case-subject :is(.st-key-case-photograph, .st-key-rectified-view) { min-height: 15rem; }
}
@media (min-width: 1200px) { .st-key-case-ways { flex-wrap: nowrap; } }
.st-key-case-head .st-key-case-keys [data-testid=stSkeleton] { display: none; }
@media (max-width: 640px) {
  .st-key-case-subject .st-key-case-photograph { min-height: 68vw; }
  .st-key-case-subject .st-key-rectified-view { min-height: 92vw; }
  .st-key-case-head h1 { zoom: .65; padding: 0; }
  .st-key-case-ways :is(button, a) { padding: .25rem .5rem; }
  .st-key-case-ways p { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  :is(.st-key-case-ways, [data-testid=stHorizontalBlock]:has(> * > .st-key-case-ways)) { flex-wrap: nowrap; }
  [data-testid=stHorizontalBlock]:has(> * > .st-key-case-ways) { gap: .5rem; }
  [data-testid=stLayoutWrapper]:has(> .st-key-case-ways) { flex: none; min-width: 14rem; }
  [data-testid=stHorizontalBlock]:has(> * > .st-key-case-ways) > :first-child { flex: 1 1 0; min-width: 0; }
  .st-key-case-head h1 span { white-space: normal; overflow-wrap: anywhere; }
  .st-key-case-ways { gap: .25rem; }
  .st-key-case-line { flex-wrap: nowrap; overflow: hidden; }
  .st-key-case-line > * { min-width: 0; }
  .st-key-case-line p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; zoom: .85; }
}
</style>"""
"""A case's head stays on the screen while the case is scrolled, and below its pictures is room for its answers."""

_SLIDERS_FOLLOW_PICTURES = """<style>
@media (max-width: 640px) {
  .st-key-lab-bench > * > * > [data-testid=stColumn]:first-child,
  .st-key-lab-bench > * > * > [data-testid=stColumn]:first-child > [data-testid=stVerticalBlock] { display: contents; }
  [data-testid=stLayoutWrapper]:has(> :is(.st-key-lab-pictures, .st-key-lab-solved)) { flex: 1 0 100%; }
  [data-testid=stLayoutWrapper]:has(> .st-key-lab-solved) { order: 1; }
}
</style>"""
"""Where columns stand below one another, the Lab's sliders follow its pictures, before what is computed from them."""

_HEAD_IS_CLOSED = """<style>
[data-testid=stLayoutWrapper]:has(> .st-key-case-head) {{ background: {background};
  border-bottom: 1px solid {border}; }}
</style>"""
"""What is scrolled below a case's head does not shine through."""

_TABLES_GO_ON = """<style>
[data-testid=stTable] > div {{ background:
  linear-gradient(to right, {background} 40%, transparent) 0 0 / 3rem 100% no-repeat local,
  linear-gradient(to left, {background} 40%, transparent) 100% 0 / 3rem 100% no-repeat local,
  linear-gradient(to right, {shade}, transparent) 0 0 / 1rem 100% no-repeat scroll,
  linear-gradient(to left, {shade}, transparent) 100% 0 / 1rem 100% no-repeat scroll; }}
</style>"""
"""A table that is wider than the screen has a shade at the side where it goes on: what scrolls with it covers the shade
at its ends."""

_PLACES = (
    _WIDE_SCREENS
    + _TITLES_ARE_LEVEL
    + _NOTHING_UNDER_THE_HEAD
    + _LINKS_SIDE_BY_SIDE
    + _HEAD_STAYS
    + _SLIDERS_FOLLOW_PICTURES
)
"""Where things stand, which holds from the first paint on."""

CHART_TEXT_SHARE = 0.85
"""Of the text's colour, in what stands in a chart; the rest is the ground."""

_CHART_TEXT = f"""<style>
.js-plotly-plot :is(g[class$=tick], .cbaxis, .textpoint, g.hovertext) text,
.js-plotly-plot :is(.infolayer g[class$=title] > text, .legendtext, .annotation-text) {{
  fill: currentColor !important; opacity: {CHART_TEXT_SHARE};
}}
</style>"""
"""Axes, legends and titles of charts have the text's colour: Streamlit's grey is too faint on a light ground."""

SHADE_SHARE = 0.2
"""Of the text's colour, in the shade of a table that goes on."""

_FOCUS_IS_SEEN = """<style>
[data-testid=stElementToolbar]:focus-within { opacity: 1; z-index: 100; }
</style>"""
"""Streamlit shows the buttons of a table to the mouse only; Tab leads to them all the same."""

_CELLS_LEAD_SOMEWHERE = """<style>
.js-plotly-plot:has(.heatmaplayer .hm):has(.hoverlayer .hovertext) .plotly .nsewdrag { cursor: pointer; }
</style>"""
"""Cells of heatmaps have the cursor of a link. Plotly has one cursor for a whole chart, so the pointer is there while
the mouse shows what a cell says."""

_ON_ACCENT = """<style>
:is([data-testid=stMultiSelectTagsContainer] [data-tag], [data-testid^=stBaseButton-primary]:not(:disabled)),
:is([data-testid=stMultiSelectTagsContainer] [data-tag], [data-testid^=stBaseButton-primary]:not(:disabled)) * {{
  color: {background};
}}
</style>"""
"""What is chosen in a list, and buttons of the accent's colour, have text in the colour of the page: Streamlit's white
is too faint on the accent of the dark theme."""

_CASE_ALONE = """<style>
html:root { font-size: clamp(16px, min(100vw / 90, 100vh / 56.25), 48px); }
[data-testid=stSidebar], [data-testid=stHeader], [data-testid=stExpandSidebarButton] { display: none; }
html [data-testid=stMainBlockContainer] { max-width: none; padding: 1rem 2rem; }
html [data-testid=stMain] [data-testid=stMarkdownContainer] > :is(p, ul, ol) { max-width: none; }
.st-key-presenter-slide { --answers-size: 1.25rem; }
.st-key-presenter-slide .st-key-case-subject { --picture-height: max(14rem, calc(100vh - 38.25rem)); }
.st-key-guess-subject { --picture-height: calc(100vh - 11.5rem); }
.st-key-presenter-slide .st-key-choice-subject { --picture-height: max(14rem, calc(100vh - 28.5rem)); }
[data-testid=stMain]:has([data-testid=stAlert]) .st-key-guess-subject { --picture-height: calc(100vh - 17.5rem); }
[data-testid=stMain]:has([data-testid=stAlert]) .st-key-presenter-slide .st-key-case-subject {
  --picture-height: max(12rem, calc(100vh - 42.75rem)); }
.st-key-presenter-slide :is([data-testid=stMarkdownContainer] :is(p, li), [data-testid=stText]) { zoom: 1.25; }
</style>"""
"""A case fills the screen, whatever its size: all that is measured in `rem` grows with it. A screen of 1440 by 900
pixels has the usual size."""

_EXPLAINED = """<style>
::highlight(glossary) {{ text-decoration: underline dotted {line} 1.5px; }}
#trilens-glossary-tip {{ position: fixed; z-index: 1000; max-width: 26rem; padding: .5rem .75rem; pointer-events: none;
  color: {text}; background: {background}; border: 1px solid {line}; border-radius: .5rem;
  box-shadow: 0 4px 16px #0003; }}
#trilens-glossary-tip[hidden] {{ display: none; }}
</style>"""
"""The words of the glossary that its component finds are underlined, and their explanations have their look."""


def set_tab_title(*parts: str) -> None:
    """Names the browser's tab, so that tabs and history tell pages and cases apart: the case, the page, the product."""
    st.set_page_config(page_title=" · ".join([*parts, NAME]))


@dataclass(frozen=True, slots=True)
class HeatmapTheme:
    """Colours of a heatmap.

    Attributes:
        colour_scale: from low to high.
        text_colour: readable on all of it.
        grey: of cells that are not to be trusted.
    """

    colour_scale: Sequence[str]
    text_colour: str
    grey: str


def get_heatmap_theme(scale: Literal["Sequential", "Diverging", "Better"]) -> HeatmapTheme:
    """A colour scale, the text colour that is readable on all of it, and a grey.

    Args:
        scale: of amounts; of differences between the world (blue) and the picture (orange); of differences between
            worse (red) and better (the accent).
    """
    colours = _build_better_scale() if scale == "Better" else _get_theme_option(f"chart{scale}Colors")
    return HeatmapTheme(colours, _get_theme_option("textColor"), _get_theme_option("secondaryBackgroundColor"))


def get_verdict_backgrounds() -> Mapping[str, str]:
    """The grounds of answers by verdict in the theme that the viewer sees."""
    return VERDICTS[_get_theme_type()]


def format_background_style(grounds: Mapping[str, str]) -> str:
    """The grounds of verdicts, as `--verdict-right`, for the components that draw them."""
    return f"<style>:root {{ {' '.join(f'--verdict-{name}: {ground};' for name, ground in grounds.items())} }}</style>"


def _get_theme_type() -> str:
    return st.context.theme.type or "light"


def _get_theme_option(name: str) -> Any:  # noqa: ANN401 - as Streamlit gives it
    return st.get_option(f"theme.{_get_theme_type()}.{name}")


def _build_better_scale() -> list[str]:
    """From the theme's red over its ground to its accent, as strong at the ends as text on it allows."""
    worse, ground, better = (_get_theme_option(name) for name in ("redColor", "backgroundColor", "primaryColor"))
    return [
        *(_blend_colours(ground, worse, share) for share in reversed(_SHARES)),
        *(_blend_colours(ground, better, share) for share in _SHARES),
    ]


_SHARES = (0.04, 0.16, 0.28, 0.4, 0.52)


def _blend_colours(ground: str, colour: str, share: float) -> str:
    """A colour between two, `share` of the way to the second."""
    pairs = zip(bytes.fromhex(ground[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + bytes(round(start + share * (end - start)) for start, end in pairs).hex()


def show_styles() -> None:
    """Gives every page its styles, by one element, since each costs the browser time at each click.

    A style that comes later has the browser look at all of the page again.
    """
    look = {
        "line": _get_theme_option("primaryColor"),
        "text": _get_theme_option("textColor"),
        "background": _get_theme_option("backgroundColor"),
    }
    look |= {
        "border": _get_theme_option("borderColor"),
        "shade": _blend_colours(look["background"], look["text"], SHADE_SHARE),
    }
    coloured = "".join(style.format(**look) for style in (_EXPLAINED, _ON_ACCENT, _HEAD_IS_CLOSED, _TABLES_GO_ON))
    coloured += format_background_style(get_verdict_backgrounds())
    st.html(_PLACES + _LINES_HAVE_AN_END + _CELLS_LEAD_SOMEWHERE + _FOCUS_IS_SEEN + _CHART_TEXT + coloured)


def reserve_height(key: str, height_px: int) -> None:
    """Keeps room for a component that the browser draws later, so that what follows it does not move.

    Args:
        key: of the component.
        height_px: that it will have at least.
    """
    st.html(f"<style>.st-key-{key} {{ min-height: {height_px}px; }}</style>")


def reserve_aspect_ratio(key: str, width_px: int, height_px: int, most_px: int | None = None) -> None:
    """The same for a picture, whose height follows from the page's width.

    Args:
        key: of the component.
        width_px: of the picture.
        height_px: of the picture.
        most_px: height on the screen that it does not exceed; None for what the page's styles say.
    """
    place = f".st-key-{key}"
    most = "" if most_px is None else f"--picture-height: {most_px}px; "
    st.html(
        f"<style>{place} {{ {most}display: grid; grid-template-columns: minmax(0, 1fr); }} "
        f"{place}::before {{ content: ''; aspect-ratio: {width_px} / {height_px}; "
        "max-height: var(--picture-height, 76vh); } "
        f"{place}::before, {place} > * {{ grid-area: 1 / 1; }}</style>"
    )


def set_min_width(key: str, width_px: int) -> None:
    """Keeps a chart from becoming so narrow that what stands in it would touch; where there is less room, it scrolls.

    Args:
        key: of the chart.
        width_px: that it has at least.
    """
    st.html(
        f"<style>.st-key-{key} {{ overflow-x: auto; }} .st-key-{key} > div {{ min-width: {width_px}px; }} "
        f".st-key-{key}:focus-visible {{ outline: 2px solid {_get_theme_option('primaryColor')}; }}</style>"
    )


def use_presentation_style() -> None:
    """Gives what a page shows the whole screen, in type that is read from the back of a room."""
    st.html(_CASE_ALONE)
