"""Heatmap colours of the viewer's theme, and styles that Streamlit has no setting for.

The colours are defined in `.streamlit/config.toml`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from dashboard.style.palette import VERDICTS

NAME = "Trilens"

WIDE_SCREEN_PX = 1700
"""Width of the browser window from which the lines of most components do not wrap."""

CHART_TEXT_SHARE = 0.85
"""Share of the text's colour in the text of charts; the rest is the background."""

SHADE_SHARE = 0.2
"""Share of the text's colour in the shade of a table that continues."""


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
    """Show the styles of every page, as one element, since each element costs the browser time at each click.

    A style that arrives later makes the browser lay out the whole page again.
    """
    text, background = _get_theme_option("textColor"), _get_theme_option("backgroundColor")
    values = {
        "line": _get_theme_option("primaryColor"),
        "text": text,
        "background": background,
        "border": _get_theme_option("borderColor"),
        "shade": _blend_colours(background, text, SHADE_SHARE),
        "chart-text-share": CHART_TEXT_SHARE,
    }
    properties = " ".join(f"--trilens-{name}: {value};" for name, value in values.items())
    styles = f"<style>:root {{ {properties} }}\n{_read_styles('pages.css')}</style>"
    st.html(styles + format_background_style(get_verdict_backgrounds()))


def format_early_styles() -> str:
    """Return the styles of pages, and those for loading, as HTML; `palette.js` removes them from a drawn page."""
    return f"<style id=trilens-early-styles>{_read_styles('loading.css')}\n{_read_styles('pages.css')}</style>"


@cache
def _read_styles(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def reserve_height(key: str, height_px: int, wide_px: int | None = None) -> None:
    """Reserve space for a component that the browser draws later, so that the content below does not move.

    Args:
        key: of the component.
        height_px: its minimum height.
        wide_px: on screens where none of its lines wraps, at least `WIDE_SCREEN_PX` wide; the same by default.
    """
    place = f".st-key-{key}"
    wide = f" @media (min-width: {WIDE_SCREEN_PX}px) {{ {place} {{ min-height: {wide_px}px; }} }}" if wide_px else ""
    st.html(f"<style>{place} {{ min-height: {height_px}px; }}{wide}</style>")


def reserve_aspect_ratio(
    key: str, width_px: float, height_px: float, most_px: int | None = None, below: str = "0"
) -> None:
    """Reserve space for an image, whose height follows from the page's width.

    Args:
        key: of the component.
        width_px: of the image.
        height_px: of the image.
        most_px: maximum height on the screen; None for that of the page's styles.
        below: height of what the component shows below the image, with its unit.
    """
    place = f".st-key-{key}"
    most = "" if most_px is None else f"--picture-height: {most_px}px; "
    st.html(
        f"<style>{place} {{ {most}display: grid; grid-template-columns: minmax(0, 1fr); }} "
        f"{place}::before {{ content: ''; aspect-ratio: {width_px} / {height_px}; "
        f"max-height: var(--picture-height, 76vh); margin-bottom: {below}; }} "
        f"{place}::before, {place} > * {{ grid-area: 1 / 1; }}</style>"
    )


def set_min_width(key: str, width_px: int) -> None:
    """Set a chart's minimum width, so that its elements do not touch; if there is less space, the chart scrolls.

    It fades at the side at which it continues, in browsers with scroll-driven animations; pages.css defines the fade.

    Args:
        key: of the chart.
        width_px: its minimum width.
    """
    st.html(
        f"<style>.st-key-{key} {{ overflow-x: auto; }} "
        f"@supports (animation-timeline: scroll()) {{ .st-key-{key} {{ animation: trilens-fade linear both; "
        "animation-timeline: scroll(self inline); mask-image: linear-gradient(to right, transparent, "
        "#000 var(--trilens-fade-start), #000 calc(100% - var(--trilens-fade-end)), transparent); } } "
        f".st-key-{key} > div {{ min-width: {width_px}px; }} "
        f".st-key-{key}:focus-visible {{ outline: 2px solid {_get_theme_option('primaryColor')}; }}</style>"
    )


def use_presentation_style() -> None:
    """Show the page's content on the whole screen, in type that can be read from the back of a room."""
    st.html(f"<style>{_read_styles('presentation.css')}</style>")
