"""The generators, by the benchmark for which they make items."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from core.benchmarks.registry import GEPBENCH, GIQ, MEASUREMENTS, MMPERSPECTIVE, SYNTHETIC, THREEDSR
from core.errors import SettingsError
from core.progress import Report, ignore_progress
from core.settings import Settings

if TYPE_CHECKING:
    from core.generators.lab_items import LabItems


@dataclass(frozen=True, slots=True)
class GeneratorEntry:
    """Modules of a generator, imported on first use.

    Attributes:
        default_set: module with `draw_default_set`.
        lab_items: module with the items for the Lab as `LAB_ITEMS`; empty if the Lab shows scenes of triangles.
    """

    default_set: str
    lab_items: str = ""


def _make_entry(package: str) -> GeneratorEntry:
    return GeneratorEntry(f"core.generators.{package}.default_set", f"core.generators.{package}.lab_items")


GENERATORS: Mapping[str, GeneratorEntry] = {
    SYNTHETIC: GeneratorEntry("core.generators.triangles.default_set"),
    GEPBENCH: _make_entry("gepbench"),
    MMPERSPECTIVE: _make_entry("mmperspective"),
    THREEDSR: _make_entry("threedsr"),
    GIQ: _make_entry("giq"),
    MEASUREMENTS: GeneratorEntry("core.generators.measurements.default_set"),
}


def has_lab_items(benchmark_id: str) -> bool:
    """Return whether the Lab has items of this benchmark under sliders."""
    return benchmark_id in GENERATORS and bool(GENERATORS[benchmark_id].lab_items)


def load_lab_items(settings: Settings) -> "LabItems":
    """Return the items for the Lab of the benchmark whose settings these are.

    Raises:
        SettingsError: the benchmark has none.
    """
    if not has_lab_items(settings.benchmark_id):
        raise SettingsError(f"{settings.benchmark_id} has no items under sliders.")
    return cast("LabItems", import_module(GENERATORS[settings.benchmark_id].lab_items).LAB_ITEMS)


def draw_default_set(settings: Settings, report: Report = ignore_progress) -> None:
    """Draw the default set of the benchmark whose settings these are, one of `GENERATORS`, into its release folder.

    Raises:
        TrilensError: the set cannot be drawn or written.
    """
    import_module(GENERATORS[settings.benchmark_id].default_set).draw_default_set(settings, report)
