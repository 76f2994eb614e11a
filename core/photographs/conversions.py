"""Conversions by which an opened image differs from the numbers in its file, so that it looks as its author sees it."""

from typing import Final

TRANSPARENCY = "transparency"
FRAMES = "frames"
INKS = "inks"
PROFILE = "profile"
GAMMA = "gamma"
BITS = "bits"
ORIENTATION = "orientation"

CONVERSIONS: Final = {
    TRANSPARENCY: "{} with transparent pixels: flattened on white",
    FRAMES: "{} animated: the first frame is shown and sent",
    INKS: "{} of four inks (CMYK): converted to sRGB",
    PROFILE: "{} with a colour profile: converted to sRGB",
    GAMMA: "{} with a gamma value: converted to sRGB",
    BITS: "{} of 16 bits per channel: reduced to 8",
    ORIENTATION: "{} stored on its side or mirrored: turned upright by EXIF",
}
"""The description of each conversion, by key; the number of images is put in front. `docs/methods/opening_images.md`
has a row for each."""


def describe_conversions(counts: dict[str, int]) -> str:
    """Return one sentence on the images that were converted; empty if there are none."""
    clauses = [text.format(f"{counts[key]:,}") for key, text in CONVERSIONS.items() if counts.get(key)]
    return f"Images are shown and sent as their authors see them: {'; '.join(clauses)}." if clauses else ""
