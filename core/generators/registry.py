"""The generators, by the benchmark for which they make items."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, cast

from core.benchmarks.registry import GEPBENCH, GIQ, MEASUREMENTS, MMPERSPECTIVE, SYNTHETIC, THREEDSR
from core.errors import SettingsError
from core.progress import Report, ignore_progress
from core.workspace import Workspace

if TYPE_CHECKING:
    from core.generators.lab_items import LabItems


@dataclass(frozen=True, slots=True)
class GeneratorEntry:
    """A generator, the modules of which are imported on first use.

    Attributes:
        package: has the module `write` with `synthesize`.
        has_lab_items: whether its module `lab_items` has items for the Lab, as `LabItems` describes it.
        default_options: options of `synthesize` for the default set, which is drawn if the user supplies none.
    """

    package: str
    has_lab_items: bool = True
    default_options: Mapping[str, object] = field(default_factory=dict)


GENERATORS: dict[str, GeneratorEntry] = {
    # 25 triangles in the four conditions: each of the ten objects two or three times, ready within a minute.
    SYNTHETIC: GeneratorEntry("triangles", has_lab_items=False, default_options={"photographs": 100}),
    GEPBENCH: GeneratorEntry("gepbench", default_options={"noise_pairs": True}),
    MMPERSPECTIVE: GeneratorEntry("mmperspective"),
    THREEDSR: GeneratorEntry("threedsr", default_options={"with_table": False}),
    GIQ: GeneratorEntry("giq"),
    MEASUREMENTS: GeneratorEntry("measurements", has_lab_items=False),
}


def has_lab_items(benchmark_id: str) -> bool:
    """Return whether the Lab has items of this benchmark under sliders."""
    return benchmark_id in GENERATORS and GENERATORS[benchmark_id].has_lab_items


def load_lab_items(workspace: Workspace) -> "LabItems":
    """Return the items for the Lab of a workspace's benchmark.

    Raises:
        SettingsError: the benchmark has none.
    """
    if not has_lab_items(workspace.benchmark_id):
        raise SettingsError(f"{workspace.benchmark_id} has no items under sliders.")
    return cast("LabItems", import_module(f"core.generators.{GENERATORS[workspace.benchmark_id].package}.lab_items"))


def draw_default_set(workspace: Workspace, report: Report = ignore_progress) -> None:
    """Draw the default set of a workspace's benchmark, one of `GENERATORS`, into its release folder.

    Raises:
        TrilensError: the set cannot be drawn or written.
    """
    entry = GENERATORS[workspace.benchmark_id]
    import_module(f"core.generators.{entry.package}.write").synthesize(
        workspace.release, report=report, **entry.default_options
    )
