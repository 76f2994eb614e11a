"""Image views of a photograph, and its encoding as JPEG.

A view belongs to a benchmark that offers it, or is a perturbation, which every benchmark has.
"""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from core.errors import ImageViewError
from core.geometry.border import find_border
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.homography import BOARD_CORNERS_CM, OUTER_CORNERS_CM, TAPE_CM, Homography
from core.geometry.sticker_detection import find_stickers
from core.inference.perturbations import PERTURBATIONS
from core.inference.view_names import build_view_error
from core.overlays.mark_colours import BLUE, MAGENTA, draw_red_marks_blue
from core.records import ORIGINAL_VIEW

PX_PER_CM = 10.0
"""Scale of the rectified view: finer than the board in any photograph of the benchmark."""

MARGIN_CM = TAPE_CM + 2.0
"""Margin of the rectified view around the board: the tape and a little of the floor."""

CROP_MARGIN_SHARE = 0.02
JPEG_QUALITIES = (95, 85, 75)
MAX_JPEG_BYTES = 3_500_000
"""Maximum size, below every vendor's limit even in base64. Source: Anthropic, "Vision": 5 MB per image."""

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
Vertices = Mapping[str, tuple[float, float]]
"""Centres of the stickers by vertex, A, B, C, in pixels of the upright photograph."""


@dataclass(frozen=True, slots=True)
class LoadedPhotograph:
    """A photograph in memory with its metadata and corrections.

    Attributes:
        image: upright, RGB.
        camera_metadata: what EXIF states about the camera from EXIF.
        homography: of a corrected border; None if the border is to be detected.
        vertices_px: centres of corrected stickers; None if they are to be detected.
    """

    image: Image.Image
    camera_metadata: CameraMetadata
    homography: Homography | None = None
    vertices_px: Vertices | None = None

    @property
    def pixels(self) -> Pixels:
        """The pixels, of shape (height, width, 3)."""
        return np.asarray(self.image, dtype=np.uint8)

    def get_board_homography(self) -> Homography:
        """Return the board's homography.

        Raises:
            ImageViewError: the border was not found.
        """
        if self.homography is not None:
            return self.homography
        border = find_border(self.pixels, self.camera_metadata)
        if border.homography is None:
            raise ImageViewError(f"this view needs the border, which was not found: {border.reason}")
        return border.homography

    def map_vertices(self, homography: Homography) -> Vertices:
        """Return the stickers' centres in pixels.

        Raises:
            ImageViewError: a sticker was not found.
        """
        if self.vertices_px is not None:
            return self.vertices_px
        stickers = find_stickers(self.pixels, homography)
        missing = [vertex for vertex, sticker in stickers.items() if sticker.centre_px is None]
        if missing:
            raise ImageViewError(f"this view needs the three stickers; not found: {', '.join(missing)}")
        return {vertex: sticker.centre_px for vertex, sticker in stickers.items() if sticker.centre_px}


def apply_image_view(picture: LoadedPhotograph, view: str, max_side_px: int | None = None) -> Image.Image:
    """Return the photograph in an image view, a key of `IMAGE_VIEWS` or of `PERTURBATIONS`.

    Args:
        picture: the photograph.
        view: the image view.
        max_side_px: size to which a photograph is reduced before it is perturbed; None keeps its size.

    Raises:
        ImageViewError: the view is unknown, or needs a border or stickers that were not found.
    """
    if view in PERTURBATIONS:
        pixels = picture.pixels if max_side_px is None else _reduce_to_side(picture.pixels, max_side_px)
        return PERTURBATIONS[view].apply(Image.fromarray(pixels))
    if view not in IMAGE_VIEWS:
        raise build_view_error(view, (*IMAGE_VIEWS, *PERTURBATIONS))
    return IMAGE_VIEWS[view](picture)


def encode_image_view(picture: LoadedPhotograph, view: str, max_side_px: int) -> tuple[Image.Image, bytes]:
    """Return the photograph in an image view, and the JPEG to send.

    A perturbed image is not reduced again, so a frame or a shift can make it a little larger than `max_side_px`.

    Raises:
        ImageViewError: the view is unknown, or needs a border or stickers that were not found.
    """
    image = apply_image_view(picture, view, max_side_px)
    return image, to_jpeg(image, max(max_side_px, *image.size) if view in PERTURBATIONS else max_side_px)


def _draw_marks(picture: LoadedPhotograph, colour: tuple[int, int, int] = MAGENTA) -> Image.Image:
    """Draw the border's inner edge as a line, and the letters A, B, C beside the stickers."""
    homography = picture.get_board_homography()
    image = picture.image.copy()
    draw = ImageDraw.Draw(image)
    unit_px = max(image.size) / 512
    corners = [tuple(corner) for corner in homography.corners_px.tolist()]
    draw.line([*corners, corners[0]], fill=colour, width=max(round(unit_px), 1), joint="curve")
    font = ImageFont.load_default(size=14 * unit_px)
    middle = np.asarray(homography.to_px([(50.0, 50.0)]))[0]
    for vertex, centre_px in picture.map_vertices(homography).items():
        outwards = np.asarray(centre_px) - middle
        outwards /= max(float(np.linalg.norm(outwards)), 1e-9)
        place = np.asarray(centre_px) + 16 * unit_px * outwards  # beside the sticker, so that its centre stays visible
        draw.text(tuple(place), vertex, fill=colour, font=font, anchor="mm", stroke_width=1, stroke_fill="white")
    return image


def _rectify_board(picture: LoadedPhotograph) -> Image.Image:
    return Image.fromarray(picture.get_board_homography().rectify(picture.pixels, PX_PER_CM, MARGIN_CM))


def _crop_board(picture: LoadedPhotograph) -> Image.Image:
    """Crop to the smallest axis-aligned rectangle around the tape, plus a small margin."""
    outline = picture.get_board_homography().to_px(np.concatenate([OUTER_CORNERS_CM, BOARD_CORNERS_CM]))
    size = np.array(picture.image.size)
    margin = CROP_MARGIN_SHARE * size.max()
    left, top = np.clip(np.floor(outline.min(axis=0) - margin), 0, size).astype(int)
    right, bottom = np.clip(np.ceil(outline.max(axis=0) + margin), 0, size).astype(int)
    if right - left < 2 or bottom - top < 2:
        raise ImageViewError("the border lies outside the picture")
    return picture.image.crop((int(left), int(top), int(right), int(bottom)))


def _make_transpose(method: Image.Transpose) -> Callable[[LoadedPhotograph], Image.Image]:
    return lambda picture: picture.image.transpose(method)


IMAGE_VIEWS: dict[str, Callable[[LoadedPhotograph], Image.Image]] = {
    ORIGINAL_VIEW: lambda picture: picture.image,
    "marked": _draw_marks,
    "rectified": _rectify_board,
    "mirrored": _make_transpose(Image.Transpose.FLIP_LEFT_RIGHT),
    "rotated_90": _make_transpose(Image.Transpose.ROTATE_270),  # Pillow rotates counter-clockwise
    "rotated_180": _make_transpose(Image.Transpose.ROTATE_180),
    "rotated_270": _make_transpose(Image.Transpose.ROTATE_90),
    "cropped": _crop_board,
    "marked_blue": lambda picture: _draw_marks(picture, BLUE),
    "blue_marks": lambda picture: draw_red_marks_blue(picture.image),
}
"""Image views by name; rotations are clockwise, mirroring swaps left and right."""


def _reduce_to_side(pixels: Pixels, max_side_px: int) -> Pixels:
    import cv2  # as in `Homography.rectify`

    scale = max_side_px / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    size = tuple(max(round(side * scale), 1) for side in pixels.shape[1::-1])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def to_jpeg(image: Image.Image, max_side_px: int, max_bytes: int = MAX_JPEG_BYTES) -> bytes:
    """Encode an image as JPEG without metadata, at most `max_side_px` wide and high and `max_bytes` in size."""
    pixels = np.asarray(image.convert("RGB"), dtype=np.uint8)
    while True:
        pixels = _reduce_to_side(pixels, max_side_px)
        for quality in JPEG_QUALITIES:
            body = io.BytesIO()
            Image.fromarray(pixels).save(body, "JPEG", quality=quality, subsampling=0)
            if body.tell() <= max_bytes:
                return body.getvalue()
        max_side_px = max(pixels.shape[:2]) * 3 // 4
