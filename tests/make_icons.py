"""Writes `static/icons.woff2`: of Streamlit's font of icons those that it and the pages name. `make icons` runs it.

The font is Material Symbols by Google, Apache License 2.0.
"""

import re
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from core.settings import REPOSITORY
from dashboard.scripts import ICONS, ICONS_OF, STATIC

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


def main() -> None:
    """Writes the file."""
    source = STATIC / "static" / "media" / ICONS_OF
    icons = icons_of(source)
    options = subset.Options(layout_closure=False, layout_features=["*"], flavor="woff2", notdef_outline=True)
    subsetter = subset.Subsetter(options)
    font = TTFont(source)
    letters = [font.getBestCmap()[ord(sign)] for sign in "abcdefghijklmnopqrstuvwxyz0123456789_"]
    subsetter.populate(glyphs=[*letters, *(icons[name] for name in named_icons() if name in icons)])
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(ICONS)


if __name__ == "__main__":
    main()
