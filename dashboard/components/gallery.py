"""A gallery of thumbnails that are links."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.overlays.shapes import OverlayShape
from dashboard.components.mount import Part, create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_GALLERY = create_component(
    "gallery", "streamlit_page", "element", "svg", "icons", "outline", "shape", "verdict_strip", "case_preview"
)

TileSize = Literal["small", "medium", "large"]


@dataclass(frozen=True)
class StripCell:
    """Outcome of one model's answers, in the strip of a tile.

    Attributes:
        text: a sign, or the number of right answers.
        rest: suffix of the text if it fits: `/6`.
        grounds: backgrounds from left to right, by verdict, and the number of answers that each represents.
        meaning: the same in words, with the model's name.
    """

    text: str
    rest: str
    grounds: Sequence[tuple[str, int]]
    meaning: str


@dataclass(frozen=True)
class TileImage:
    """An image of a tile beside its first one.

    Attributes:
        url: its thumbnail; None if its file is missing.
        width_px, height_px: size of the upright image.
    """

    url: str | None
    width_px: int
    height_px: int


@dataclass(frozen=True)
class Tile:
    """One case of a gallery: an image, or a few side by side.

    Attributes:
        url: its thumbnail; None if its file is missing.
        width_px, height_px: size of the upright image, the frame of `shapes`.
        is_current: marks the photograph that is open.
        strip: a cell for each model, in the order of `GalleryDetails.models`.
        notes: the number of its notes.
        question: excerpt of its question, above a small caption; empty without one.
        view: how the image was taken, in small words after the caption; may be empty.
        quarter_turns: clockwise quarter turns of the square image and its shapes.
        further_images: the images after the first, in their order.
    """

    case_id: str
    url: str | None
    width_px: int
    height_px: int
    caption: str
    detail: str
    shapes: tuple[OverlayShape, ...] = ()
    is_current: bool = False
    strip: tuple[StripCell, ...] = ()
    notes: int = 0
    quarter_turns: int = 0
    question: str = ""
    view: str = ""
    further_images: tuple[TileImage, ...] = ()

    @property
    def aspect(self) -> float:
        """Width to height of the image, or of all images side by side at the same height."""
        further = sum(image.width_px / image.height_px for image in self.further_images)
        return self.width_px / self.height_px + further


@dataclass(frozen=True)
class GalleryDetails:
    """Features of the gallery on Cases beyond a row of thumbnails.

    Attributes:
        size: of the tiles.
        pinned: ids of cases.
        on_pin: called after a click on a pin: by case, whether it is pinned.
        models: name, colour and path of the mark of each, in the order of every strip.
        told: text after them.
        legend: parts of strips: background, sign and words.
        headings: the index of the tile after each heading, its text, and the text after that.
        opened_last: the case that was open last.
        copies: suffixes of the URLs of thumbnails, and of the images of an opened case.
        previews: address that returns what a case's components draw over the gallery, with the case as `?case=`; None
            for no previews.
        loaded_previews: number of tiles, from the first, whose previews the browser loads without being asked.
    """

    size: TileSize
    pinned: Sequence[str]
    on_pin: Callable[[Mapping[str, bool]], None]
    models: Sequence[tuple[str, str, str]] = ()
    told: str = ""
    legend: Sequence[tuple[str, str, str]] = ()
    headings: Sequence[tuple[int, str, str]] = ()
    opened_last: str | None = None
    copies: tuple[str, str] | None = None
    previews: str | None = None
    loaded_previews: int = 0


def build_gallery(
    tiles: list[Tile],
    key: ElementKey,
    on_open: Callable[[str], None],
    tile_px: int = 150,
    most_columns: int | None = None,
    aspect: str = "4 / 3",
    page: str | None = None,
    *,
    is_strip: bool = False,
    returned_from: str | None = None,
    review: GalleryDetails | None = None,
    benchmark: str | None = None,
) -> Part:
    """Build thumbnails as links; a click calls `on_open` with the case.

    Args:
        tiles: the photographs in order.
        key: of the component.
        on_open: called after a click with the case's id.
        tile_px: minimum width of a tile; ignored if `review` has its size.
        most_columns: maximum tiles per row; None for as many as fit.
        aspect: width to height of a tile's image, in CSS syntax.
        page: target page of a tile's link, with `photograph` in its query; None for the current page.
        is_strip: small tiles in one line; opening one keeps the scroll position of the page.
        returned_from: the photograph that was open until now: its tile gets the focus, and the page returns to its
            scroll position.
        review: further features of the gallery on Cases.
        benchmark: the benchmark of the cases; None for the current one.
    """

    def handle_open() -> None:
        if (case_id := read_sent(key, "opened", str)) is not None:
            on_open(case_id)

    # Not `asdict`: it copies every value, which takes longer than everything else in a gallery.
    rows = [
        vars(tile)
        | {
            "shapes": [
                {"form": shape.form, "points": shape.points, "colour": shape.colour}
                for shape in tile.shapes
                if shape.form != "text"
            ],
            "strip": [vars(cell) for cell in tile.strip],
            "further_images": [vars(image) for image in tile.further_images],
        }
        for tile in tiles
    ]
    data = {"tiles": rows, "tile_px": tile_px, "aspect": aspect, "page": page, "is_strip": is_strip}
    data |= {"most_columns": most_columns, "returned_from": returned_from, "benchmark": benchmark}
    if review is None:
        return Part(_GALLERY, key, data, callbacks={"on_opened_change": handle_open})
    on_pin = review.on_pin

    def handle_pins() -> None:
        sent = read_sent(key, "pinned", dict) or {}
        on_pin({case_id: is_pinned for case_id, is_pinned in sent.items() if isinstance(is_pinned, bool)})

    told = {name: value for name, value in vars(review).items() if name != "on_pin"}
    callbacks = {"on_opened_change": handle_open, "on_pinned_change": handle_pins}
    return Part(_GALLERY, key, data | {"review": told}, callbacks=callbacks)
