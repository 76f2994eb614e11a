"""Writes the small fonts in `static` from Streamlit's: what pages need of them. `make fonts` runs it.

Of the icons those that Streamlit and the pages name: Material Symbols by Google, Apache License 2.0. Of the letters
those of Western and Central European languages, upright ones with Greek letters and signs of mathematics, in all
weights, italic ones in one: Source Sans by Adobe, SIL Open Font License 1.1, which keeps the name for the whole font. A
browser takes each sign that is missing from another font.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from core.settings import REPOSITORY
from dashboard.server.static_assets import FONTS, ICONS, ITALIC, STATIC, UPRIGHT

LETTERS = ((0x20, 0x17F), (0x2010, 0x205F), (0x20AC, 0x20AC), (0x2190, 0x2193), (0x2212, 0x2212), (0xFB00, 0xFB06))
"""First and last code of what is kept: Latin and Latin Extended-A, punctuation, the euro, arrows, minus and ligatures:
without a code of its own, a ligature is fitted to the pixels in another way."""

SIGNS = (
    (0x2DA, 0x2DA), (0x391, 0x3C9), (0x1D4F, 0x1D4F), (0x2070, 0x209F), (0x2122, 0x2122), (0x2200, 0x22FF),
    (0x25A0, 0x25FF), (0x2700, 0x27BF),
)  # fmt: skip
"""Of what is kept in upright letters only: the ring of a degree, Greek, raised letters and digits, mathematics, shapes
and dingbats."""

ITALIC_WEIGHT = 400
"""The one weight of italic letters: all weights are twice as large, and no page has bold italic ones."""

OWN_NAMES = {1: "Trilens Text", 4: "Trilens Text", 6: "TrilensText", 16: "Trilens Text", 25: "TrilensText"}
"""In place of the reserved name, by the number of the entry in the font's table of names."""

NAMED = re.compile(r":material/([a-z0-9_]+):")


def named_icons() -> set[str]:
    """The icons that the pages and Streamlit's own scripts name."""
    own = [*(REPOSITORY / "dashboard").rglob("*.py"), REPOSITORY / "streamlit_app.py"]
    theirs = (STATIC / "static" / "js").glob("*.js")
    return {name for path in [*own, *theirs] for name in NAMED.findall(path.read_text(encoding="utf-8"))}


def icons_of(path: Path) -> dict[str, str]:
    """The glyph by the name that is typed for it: a font of icons joins the letters of a name into one sign."""
    font = TTFont(path)
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code < 128}
    found = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in (getattr(one, "ExtSubTable", one) for one in lookup.SubTable):
            if table.LookupType == 4:
                for first, joined in table.ligatures.items():
                    for one in joined:
                        found["".join(letters.get(g, "?") for g in (first, *one.Component))] = one.LigGlyph
    return found


def source_of(font: Path) -> Path:
    """Streamlit's font that a small one is made from."""
    return STATIC / "static" / "media" / next(name for name, own in FONTS.items() if own == font)


def write_icons() -> None:
    """Writes the icons that are named anywhere."""
    font, icons = TTFont(source_of(ICONS)), icons_of(source_of(ICONS))
    options = subset.Options(layout_closure=False, layout_features=["*"], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    letters = [font.getBestCmap()[ord(sign)] for sign in "abcdefghijklmnopqrstuvwxyz0123456789_"]
    subsetter.populate(glyphs=[*letters, *(icons[name] for name in named_icons() if name in icons)])
    _write(subsetter, font, ICONS)


def write_letters(path: Path) -> None:
    """Writes the letters of one font."""
    font = TTFont(source_of(path))
    if path == ITALIC:
        instantiateVariableFont(font, {"wght": ITALIC_WEIGHT}, inplace=True)
    subsetter = subset.Subsetter(subset.Options(notdef_outline=True, name_IDs=["*"]))
    subsetter.populate(unicodes=kept_codes(font, LETTERS if path == ITALIC else LETTERS + SIGNS))
    for name in font["name"].names:
        if name.nameID in OWN_NAMES:
            name.string = OWN_NAMES[name.nameID]
    _write(subsetter, font, path)


def kept_codes(font: TTFont, ranges: Sequence[tuple[int, int]]) -> set[int]:
    """The codes of a font within these ranges."""
    return {code for code in font.getBestCmap() if any(first <= code <= last for first, last in ranges)}


def _write(subsetter: subset.Subsetter, font: TTFont, path: Path) -> None:
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(path)


if __name__ == "__main__":
    write_icons()
    for letters in (UPRIGHT, ITALIC):
        write_letters(letters)
