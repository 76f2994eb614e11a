"""Names and titles of the views of an image. It loads no image library that pages without pictures do not need."""

from collections.abc import Iterable, Sequence

from core.errors import ImageViewError
from core.inference.perturbations import PERTURBATIONS
from core.records import NO_IMAGE, ORIGINAL_VIEW

VIEW_TITLES = {
    ORIGINAL_VIEW: "original",
    "marked": "marked",
    "rectified": "rectified",
    "mirrored": "mirrored",
    "rotated_90": "rotated by 90",
    "rotated_180": "rotated by 180",
    "rotated_270": "rotated by 270",
    "cropped": "cropped",
    "marked_blue": "marked in blue",
    "blue_marks": "marks in blue",
    **{name: perturbation.title for name, perturbation in PERTURBATIONS.items()},
    NO_IMAGE: "no image",
}
"""Titles of all views, for pages."""

REFERENCE_VIEWS = {"marked_blue": "marked"}
"""View with which a view is compared, if that is not the original."""


def list_image_views(offered: Sequence[str]) -> list[str]:
    """List the views that a benchmark with these own views has: its own, the perturbations, and no image."""
    return [*offered, *PERTURBATIONS, NO_IMAGE]


def build_view_error(view: str, available: Iterable[str]) -> ImageViewError:
    """Build the error for a view that is not one of the available ones."""
    return ImageViewError(f"Image view {view!r} does not exist. Choose one of {', '.join(available)}.")


def check_view(view: str, offered: Sequence[str]) -> str:
    """Return the view if the benchmark offers it, or it is a perturbation or `NO_IMAGE`.

    Raises:
        ImageViewError: the view does not exist.
    """
    if view not in (available := list_image_views(offered)):
        raise build_view_error(view, available)
    return view


def parse_view_names(names: str, offered: Sequence[str]) -> list[str]:
    """Return the views in a text such as `original,shifted,grey`, each once.

    Raises:
        ImageViewError: a view does not exist, or the text names none.
    """
    views = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if not views:
        raise ImageViewError(f"--views names no image view. Choose from {', '.join(list_image_views(offered))}.")
    return [check_view(view, offered) for view in views]
