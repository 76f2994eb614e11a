"""Every solid by its id, made once: `wid_n` is Wenninger's number, `jid_n` Johnson's, `cid_n` a Catalan solid.

Source: PROTOCOLS 5.1, 5.6; ids are those of the released `shapes.json`.
"""

import csv
import json
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from core.errors import SolidError
from core.polyhedra.compounds import COMPOUNDS
from core.polyhedra.dirhombicosidodecahedron import dirhombicosidodecahedron
from core.polyhedra.duals import dual
from core.polyhedra.solid import Solid
from core.polyhedra.stellations import shell
from core.polyhedra.wythoff import snub, wythoff

TABLES = Path(__file__).parent / "tables"

DUAL_OF = {
    f"cid_{number}": f"wid_{of}" for number, of in enumerate((6, 11, 8, 7, 13, 15, 17, 12, 10, 9, 14, 16, 18), start=1)
}
"""The Archimedean solid whose dual each Catalan solid is."""

SHELL_OF = {
    "wid_26": ("wid_4", 1),
    "wid_27": ("wid_4", 5),
    "wid_42": ("wid_4", 7),
    "wid_44": ("wid_11", 2),
    "wid_45": ("wid_11", 3),
}
"""The core and the shell of each stellation. The two of the cuboctahedron are known by count alone."""

DIRHOMBICOSIDODECAHEDRON, ITS_VERTICES = "wid_119", "wid_115"


@lru_cache(maxsize=512)
def solid_of(shape_id: str) -> Solid:
    """The solid with this id, in its own unit: the edge of uniform and Johnson solids is 1.

    Raises:
        SolidError: it is none of those that are built.
    """
    if shape_id not in (makers := _makers()):
        raise SolidError(f"no solid {shape_id!r} is built; there are {len(makers)}, such as wid_1, cid_13 and jid_92")
    return makers[shape_id]()


@lru_cache(maxsize=1)
def _makers() -> dict[str, Callable[[], Solid]]:
    return dict((*_uniform(), *_catalan(), *_johnson(), *COMPOUNDS.items(), *_stellations()))


def _uniform() -> Iterator[tuple[str, Callable[[], Solid]]]:
    with (TABLES / "uniform.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            shape_id, symbol = row["shape_id"], row["wythoff"]
            if shape_id == DIRHOMBICOSIDODECAHEDRON:
                yield shape_id, lambda: dirhombicosidodecahedron(solid_of(ITS_VERTICES).vertices)
            elif row["seed_x"]:
                seed = np.array([float(row[f"seed_{axis}"]) for axis in "xyz"])
                yield shape_id, partial(snub, symbol.removeprefix("|"), seed)
            else:
                yield shape_id, partial(wythoff, symbol)


def _catalan() -> Iterator[tuple[str, Callable[[], Solid]]]:
    for shape_id, of in DUAL_OF.items():
        yield shape_id, lambda of=of: dual(solid_of(of))  # type: ignore[misc]


def _stellations() -> Iterator[tuple[str, Callable[[], Solid]]]:
    for shape_id, (core, level) in SHELL_OF.items():
        yield shape_id, lambda core=core, level=level: shell(solid_of(core), level)  # type: ignore[misc]


def _johnson() -> Iterator[tuple[str, Callable[[], Solid]]]:
    """Coordinates that are taken over from coxeter 0.11.0 (BSD-3; licence beside the table)."""
    found = json.loads((TABLES / "johnson_vertices.json").read_bytes())["solids"]
    for shape_id, solid in found.items():
        yield shape_id, partial(Solid, np.array(solid["vertices"]), tuple(tuple(face) for face in solid["faces"]))
