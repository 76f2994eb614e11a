"""Construction of each solid by id, once.

Source: docs/benchmarks/giq.md, the solids; ids are those of the released `shapes.json`.
"""

import csv
import json
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from core.errors import SolidError
from core.polyhedra.catalogue import DUAL_OF
from core.polyhedra.solid import Polyhedron
from tools.polyhedra.compounds import COMPOUNDS
from tools.polyhedra.dirhombicosidodecahedron import build_dirhombicosidodecahedron
from tools.polyhedra.duals import build_dual
from tools.polyhedra.stellations import build_shell
from tools.polyhedra.wythoff import build_snub_solid, build_wythoff_solid

TABLES = Path(__file__).parent / "tables"

SHELL_OF = {
    "wid_26": ("wid_4", 1),
    "wid_27": ("wid_4", 5),
    "wid_42": ("wid_4", 7),
    "wid_44": ("wid_11", 2),
    "wid_45": ("wid_11", 3),
}
"""The core and the shell of each stellation. The two of the cuboctahedron are identified by count alone."""

DIRHOMBICOSIDODECAHEDRON, ITS_VERTICES = "wid_119", "wid_115"


@lru_cache(maxsize=512)
def build_solid(shape_id: str) -> Polyhedron:
    """Build the solid with this id, in its own unit: the edge of uniform and Johnson solids is 1.

    Raises:
        SolidError: no solid with this id is built.
    """
    if shape_id not in (makers := _map_builders()):
        raise SolidError(f"no solid {shape_id!r} is built; use one of {len(makers)} ids, such as wid_1 or jid_92")
    return makers[shape_id]()


@lru_cache(maxsize=1)
def _map_builders() -> dict[str, Callable[[], Polyhedron]]:
    return dict(
        (
            *_list_uniform_builders(),
            *_list_catalan_builders(),
            *_list_johnson_builders(),
            *COMPOUNDS.items(),
            *_list_stellation_builders(),
        )
    )


def _list_uniform_builders() -> Iterator[tuple[str, Callable[[], Polyhedron]]]:
    with (TABLES / "uniform.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            shape_id, symbol = row["shape_id"], row["wythoff"]
            if shape_id == DIRHOMBICOSIDODECAHEDRON:
                yield shape_id, lambda: build_dirhombicosidodecahedron(build_solid(ITS_VERTICES).vertices)
            elif row["seed_x"]:
                seed = np.array([float(row[f"seed_{axis}"]) for axis in "xyz"])
                yield shape_id, partial(build_snub_solid, symbol.removeprefix("|"), seed)
            else:
                yield shape_id, partial(build_wythoff_solid, symbol)


def _list_catalan_builders() -> Iterator[tuple[str, Callable[[], Polyhedron]]]:
    for shape_id, of in DUAL_OF.items():
        yield shape_id, lambda of=of: build_dual(build_solid(of))  # type: ignore[misc]


def _list_stellation_builders() -> Iterator[tuple[str, Callable[[], Polyhedron]]]:
    for shape_id, (core, level) in SHELL_OF.items():
        yield shape_id, lambda core=core, level=level: build_shell(build_solid(core), level)  # type: ignore[misc]


def _list_johnson_builders() -> Iterator[tuple[str, Callable[[], Polyhedron]]]:
    """List the builders of Johnson solids, with coordinates from coxeter 0.11.0 (BSD-3; licence beside the table)."""
    solids = json.loads((TABLES / "johnson_vertices.json").read_bytes())["solids"]
    for shape_id, solid in solids.items():
        yield shape_id, partial(Polyhedron, np.array(solid["vertices"]), tuple(tuple(face) for face in solid["faces"]))
