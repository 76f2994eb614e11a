"""Heatmap colours of the viewer's theme, and styles that Streamlit has no setting for.

The colours are defined in `.streamlit/config.toml`.
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
"""Limits the width of pages: on the widest screens the columns of a table would otherwise be too far apart."""

_LINES_HAVE_AN_END = """<style>
[data-testid=stMain] [data-testid=stMarkdownContainer] > :is(p, ul, ol, h4) { max-width: 62rem; }
html [data-testid=stTable] td { white-space: normal; }
[data-testid=stTable] td :is([data-testid=stMarkdownContainer], [data-testid=stMarkdownContainer] p) {
  white-space: inherit !important; }
</style>"""
"""Limits the length of text lines to what the eye can follow, however wide the page is. Table cells control whether
their lines wrap, which Streamlit's text style inside them would override."""

_TITLES_ARE_LEVEL = """<style>
html [data-testid=stMain] h1 { padding-top: 2px; }
</style>"""
"""Aligns page titles with those beside buttons, from which Streamlit removes the space above."""

_NOTHING_UNDER_THE_HEAD = """<style>
html [data-testid=stMain] { scroll-padding-top: 4.25rem; }
html [data-testid=stMain]:has(.st-key-case-head) { scroll-padding-top: 9.5rem; }
</style>"""
"""Scrolls the focused element below the header of the page, and of a case, which would cover it."""

_LINKS_SIDE_BY_SIDE = """<style>
html [data-testid=stSidebarNavItems] > :has(> [data-testid=stNavSectionHeader]) { display: grid; margin: 0 -.5rem;
  grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); column-gap: .25rem; }
html [data-testid=stNavSectionHeader] { grid-column: 1 / -1; padding-left: .5rem; }
html [data-testid=stSidebarNavSeparator] { margin: .25rem 0 0; }
html [data-testid=stSidebarUserContent] { padding-top: .75rem; }
html [data-testid=stSidebarUserContent] > div > [data-testid=stVerticalBlock] { gap: .75rem; }
@media (pointer: fine) { html [data-testid=stSidebarNavLink] { line-height: 1.75; } }
</style>"""
"""Puts the links of the navigation side by side, and close to what follows, so that the filters begin on the first
screen of the sidebar."""

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
"""Keeps the header of a case on the screen while the case scrolls, and leaves space below its images for answers."""

_SLIDERS_FOLLOW_PICTURES = """<style>
@media (max-width: 640px) {
  .st-key-lab-bench > * > * > [data-testid=stColumn]:first-child,
  .st-key-lab-bench > * > * > [data-testid=stColumn]:first-child > [data-testid=stVerticalBlock] { display: contents; }
  [data-testid=stLayoutWrapper]:has(> :is(.st-key-lab-pictures, .st-key-lab-solved)) { flex: 1 0 100%; }
  [data-testid=stLayoutWrapper]:has(> .st-key-lab-solved) { order: 1; }
}
</style>"""
"""Puts the Lab's sliders after its images, before the computed results, if columns are stacked."""

_HEAD_IS_CLOSED = """<style>
[data-testid=stLayoutWrapper]:has(> .st-key-case-head) {{ background: {background};
  border-bottom: 1px solid {border}; }}
</style>"""
"""Gives the sticky header of a case an opaque background."""

_TABLES_GO_ON = """<style>
[data-testid=stTable] > div {{ background:
  linear-gradient(to right, {background} 40%, transparent) 0 0 / 3rem 100% no-repeat local,
  linear-gradient(to left, {background} 40%, transparent) 100% 0 / 3rem 100% no-repeat local,
  linear-gradient(to right, {shade}, transparent) 0 0 / 1rem 100% no-repeat scroll,
  linear-gradient(to left, {shade}, transparent) 100% 0 / 1rem 100% no-repeat scroll; }}
</style>"""
"""Shades the side at which a table wider than the screen continues; a cover that scrolls with the table hides the shade
at its ends."""

_PLACES = (
    _WIDE_SCREENS
    + _TITLES_ARE_LEVEL
    + _NOTHING_UNDER_THE_HEAD
    + _LINKS_SIDE_BY_SIDE
    + _HEAD_STAYS
    + _SLIDERS_FOLLOW_PICTURES
)
"""Styles of positions, which apply from the first paint on."""

CHART_TEXT_SHARE = 0.85
"""Share of the text's colour in the text of charts; the rest is the background."""

_CHART_TEXT = f"""<style>
.js-plotly-plot :is(g[class$=tick], .cbaxis, .textpoint, g.hovertext) text,
.js-plotly-plot :is(.infolayer g[class$=title] > text, .legendtext, .annotation-text) {{
  fill: currentColor !important; opacity: {CHART_TEXT_SHARE};
}}
</style>"""
"""Gives axes, legends and titles of charts the text's colour: Streamlit's grey is too faint on a light background."""

SHADE_SHARE = 0.2
"""Share of the text's colour in the shade of a table that continues."""

_FOCUS_IS_SEEN = """<style>
[data-testid=stElementToolbar]:focus-within { opacity: 1; z-index: 100; }
</style>"""
"""Shows the buttons of a table on keyboard focus; Streamlit shows them only on hover, although Tab reaches them."""

_CELLS_LEAD_SOMEWHERE = """<style>
.js-plotly-plot:has(.heatmaplayer .hm):has(.hoverlayer .hovertext) .plotly .nsewdrag { cursor: pointer; }
</style>"""
"""Gives heatmap cells the cursor of a link. Plotly has one cursor for a whole chart, so the pointer shows while a
cell's hover text is visible."""

_ON_ACCENT = """<style>
:is([data-testid=stMultiSelectTagsContainer] [data-tag], [data-testid^=stBaseButton-primary]:not(:disabled)),
:is([data-testid=stMultiSelectTagsContainer] [data-tag], [data-testid^=stBaseButton-primary]:not(:disabled)) * {{
  color: {background};
}}
</style>"""
"""Gives selected list items and accent-coloured buttons text in the colour of the page: Streamlit's white is too faint
on the accent colour of the dark theme."""

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
"""Makes a case fill the screen, whatever its size: everything measured in `rem` grows with it. A screen of 1440 by 900
pixels has the usual size."""

_EXPLAINED = """<style>
::highlight(glossary) {{ text-decoration: underline dotted {line} 1.5px; }}
#trilens-glossary-tip {{ position: fixed; z-index: 1000; max-width: 26rem; padding: .5rem .75rem; pointer-events: none;
  color: {text}; background: {background}; border: 1px solid {line}; border-radius: .5rem;
  box-shadow: 0 4px 16px #0003; }}
#trilens-glossary-tip[hidden] {{ display: none; }}
</style>"""
"""Underlines the glossary words that their component finds, and styles their explanations."""


def set_tab_title(*parts: str) -> None:
    """Set the title of the browser's tab, which distinguishes tabs and history: the case, the page, the product."""
    st.set_page_config(page_title=" · ".join([*parts, NAME]))


@dataclass(frozen=True, slots=True)
class HeatmapTheme:
    """Colours of a heatmap.

    Attributes:
        colour_scale: from low to high.
        text_colour: readable on the whole scale.
        grey: for cells that are not to be trusted.
    """

    colour_scale: Sequence[str]
    text_colour: str
    grey: str


def get_heatmap_theme(scale: Literal["Sequential", "Diverging", "Better"]) -> HeatmapTheme:
    """Return a colour scale, a text colour that is readable on the whole scale, and a grey.

    Args:
        scale: for amounts; for differences between the world (blue) and the image (orange); or for differences between
            worse (red) and better (the accent).
    """
    colours = _build_better_scale() if scale == "Better" else _get_theme_option(f"chart{scale}Colors")
    return HeatmapTheme(colours, _get_theme_option("textColor"), _get_theme_option("secondaryBackgroundColor"))


def get_verdict_backgrounds() -> Mapping[str, str]:
    """Return the background colours of answers by verdict in the viewer's theme."""
    return VERDICTS[_get_theme_type()]


def format_background_style(grounds: Mapping[str, str]) -> str:
    """Return the background colours of verdicts as CSS variables such as `--verdict-right`, for components."""
    return f"<style>:root {{ {' '.join(f'--verdict-{name}: {ground};' for name, ground in grounds.items())} }}</style>"


def _get_theme_type() -> str:
    return st.context.theme.type or "light"


def _get_theme_option(name: str) -> Any:  # noqa: ANN401 - as Streamlit gives it
    return st.get_option(f"theme.{_get_theme_type()}.{name}")


def _build_better_scale() -> list[str]:
    """Return a scale from the theme's red over its background to its accent, at most as strong as text on it allows."""
    worse, ground, better = (_get_theme_option(name) for name in ("redColor", "backgroundColor", "primaryColor"))
    return [
        *(_blend_colours(ground, worse, share) for share in reversed(_SHARES)),
        *(_blend_colours(ground, better, share) for share in _SHARES),
    ]


_SHARES = (0.04, 0.16, 0.28, 0.4, 0.52)


def _blend_colours(ground: str, colour: str, share: float) -> str:
    """Return a colour between two, `share` of the way to the second."""
    pairs = zip(bytes.fromhex(ground[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + bytes(round(start + share * (end - start)) for start, end in pairs).hex()


def show_styles() -> None:
    """Add the styles to every page, in one element, since each element costs the browser time at each click.

    A style that is added later makes the browser lay out the whole page again.
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
    """Reserve space for a component that the browser draws later, so that the content below does not move.

    Args:
        key: of the component.
        height_px: its minimum height.
    """
    st.html(f"<style>.st-key-{key} {{ min-height: {height_px}px; }}</style>")


def reserve_aspect_ratio(key: str, width_px: int, height_px: int, most_px: int | None = None) -> None:
    """Reserve space for an image, whose height follows from the page's width.

    Args:
        key: of the component.
        width_px: of the image.
        height_px: of the image.
        most_px: maximum height on the screen; None for that of the page's styles.
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
    """Set a chart's minimum width, so that its elements do not touch; if there is less space, the chart scrolls.

    Args:
        key: of the chart.
        width_px: its minimum width.
    """
    st.html(
        f"<style>.st-key-{key} {{ overflow-x: auto; }} .st-key-{key} > div {{ min-width: {width_px}px; }} "
        f".st-key-{key}:focus-visible {{ outline: 2px solid {_get_theme_option('primaryColor')}; }}</style>"
    )


def use_presentation_style() -> None:
    """Show the page's content on the whole screen, in type that can be read from the back of a room."""
    st.html(_CASE_ALONE)
