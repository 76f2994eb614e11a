"""The commands `synthesize BENCHMARK`, which generate data in a benchmark's layout."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.terminal import show_progress_bars, stdout
from core.errors import SceneError

DEFAULT_BENCHMARK = "synthetic"
"""Benchmark of the former form of the command if `--benchmark` is missing."""

Out = Annotated[Path, typer.Option(help="Folder to create. It must not exist yet.")]
Seed = Annotated[int, typer.Option(help="Random seed. The same seed generates the same set.", min=0)]


def accept_former_form(arguments: list[str]) -> list[str]:
    """Return the arguments with `synthesize --benchmark NAME ...` replaced by `synthesize NAME ...`."""
    if arguments[:1] != ["synthesize"] or len(arguments) == 1 or not arguments[1].startswith("-"):
        return arguments
    if arguments[1:] == ["--help"]:
        return arguments
    benchmark, others, values = DEFAULT_BENCHMARK, [], iter(arguments[1:])
    for text in values:
        if text == "--benchmark":
            benchmark = next(values, "")
        elif text.startswith("--benchmark="):
            benchmark = text.partition("=")[2]
        else:
            others.append(text)
    return ["synthesize", benchmark, *others]


app = typer.Typer(
    no_args_is_help=True, help="Generate images and questions with exact truths, in the layout of a benchmark."
)


@app.command("synthetic")
def synthesize_photographs_command(
    out: Out,
    seed: Seed = 0,
    photographs: Annotated[
        int, typer.Option(help="Number of photographs, four per triangle.", min=1, max=20_000)
    ] = 100,
    tilt: Annotated[
        str | None, typer.Option(help="Tilt of tilted photographs in degrees, as LOW:HIGH. By default as in Tri-Bench.")
    ] = None,
    shapes: Annotated[
        str, typer.Option(help="Side and angle classes separated by commas, as in isosceles,right. By default all.")
    ] = "",
) -> None:
    """Generate photographs of triangles like those of Tri-Bench."""
    from core.generators.triangles.write import synthesize

    with show_progress_bars() as report:
        triangles = synthesize(
            out, photographs, seed=seed, tilt_deg=_parse_range_deg(tilt), shapes=_split_names(shapes), report=report
        )
    stdout.print(f"{out}: {photographs} synthetic photographs of {triangles} triangles.", markup=False)
    stdout.print(f"To build a warehouse from them: trilens build --source {out}", markup=False)


@app.command("gepbench")
def synthesize_gepbench_command(
    out: Out,
    seed: Seed = 0,
    items: Annotated[
        int | None, typer.Option(help="Number of questions over all aspects and levels. By default 480.", min=0)
    ] = None,
    mode: Annotated[
        str, typer.Option(help="Engine: exact, or as-published for the authors' engine with its defects.")
    ] = "exact",
    level: Annotated[str, typer.Option(help="Difficulty: easy, hard or both.")] = "both",
    noise_pairs: Annotated[
        bool, typer.Option("--noise-pairs", help="Draw each easy figure a second time with noise.")
    ] = False,
    noise: Annotated[
        str,
        typer.Option(
            help="Noise of noisy figures: script, as drawn by the authors' code, or paper, with patterns in closed "
            "shapes and spots on outlines."
        ),
    ] = "script",
) -> None:
    """Generate figures of plane shapes and questions about them."""
    from core.generators.gepbench.write import DEFAULT_ITEMS, synthesize

    wanted = DEFAULT_ITEMS if items is None else items
    with show_progress_bars() as report:
        written = synthesize(
            out, wanted, mode=mode, level=level, seed=seed, noise_pairs=noise_pairs, noise=noise, report=report
        )
    stdout.print(f"{out}: {written.questions} questions about {written.pictures} figures.", markup=False)
    stdout.print("Questions are in dataset/vqa-*, every parameter and truth in items.jsonl.", markup=False)


@app.command("giq")
def synthesize_giq_command(
    out: Out,
    seed: Seed = 0,
    views: Annotated[int | None, typer.Option(help="Number of views per solid to name, 1 to 20. By default 2.")] = None,
    pairs: Annotated[
        int | None, typer.Option(help="Number of pairs per generated kind of mental rotation. By default 6 or 8.")
    ] = None,
    groups: Annotated[
        str, typer.Option(help="Groups of solids separated by commas, as in platonic,catalan. By default all.")
    ] = "",
    engine: Annotated[
        int | None,
        typer.Option(
            help="Version of the engine. By default the newest; 2 and 3 reproduce the sets of these versions."
        ),
    ] = None,
) -> None:
    """Generate images of polyhedra and questions about them."""
    from core.benchmarks.giq.files import ITEMS
    from core.benchmarks.giq.viewpoints import ENGINE_VERSION
    from core.generators.giq.write import DEFAULT_VIEWS, synthesize
    from core.polyhedra.catalogue import GROUPS

    with show_progress_bars() as report:
        items = synthesize(
            out,
            views=DEFAULT_VIEWS if views is None else views,
            pairs=pairs,
            groups=tuple(_split_names(groups)) or GROUPS,
            seed=seed,
            engine=ENGINE_VERSION if engine is None else engine,
            report=report,
        )
    stdout.print(f"{out}: {items} questions about polyhedra.", markup=False)
    stdout.print(f"Questions, views and truths are in {ITEMS}, images in renderings.", markup=False)


@app.command("mmperspective")
def synthesize_mmperspective_command(
    out: Out,
    seed: Seed = 0,
    items: Annotated[
        int | None, typer.Option(help="Number of questions per task. By default 40; 0 for the paper's numbers.", min=0)
    ] = None,
    tasks: Annotated[
        str, typer.Option(help="Short names of tasks separated by commas, as in PTR,VPC. By default all.")
    ] = "",
    seeds: Annotated[
        int | None, typer.Option(help="Number of scenes with four changed images each. By default 40.", min=0)
    ] = None,
) -> None:
    """Generate street scenes and questions about their perspective."""
    from core.benchmarks.mmperspective.files import ITEMS
    from core.generators.mmperspective.write import compute_item_counts, synthesize

    counts = compute_item_counts(items, seeds, _split_names(tasks))
    with show_progress_bars() as report:
        written = synthesize(out, counts, seed=seed, report=report)
    stdout.print(f"{out}: {written.questions} questions about {written.pictures} images.", markup=False)
    stdout.print(f"Questions, every parameter and truth are in {ITEMS}.", markup=False)


@app.command("3dsrbench")
def synthesize_3dsrbench_command(
    out: Out,
    seed: Seed = 0,
    scenes: Annotated[
        int | None, typer.Option(help="Number of scenes, equal for all kinds of questions. By default 192.")
    ] = None,
) -> None:
    """Generate scenes of objects and questions about them."""
    from core.benchmarks.threedsr.files import TABLE
    from core.generators.threedsr.write import DEFAULT_SCENES, synthesize

    with show_progress_bars() as report:
        written = synthesize(out, DEFAULT_SCENES if scenes is None else scenes, seed=seed, report=report)
    stdout.print(f"{out}: {written.questions} questions about {written.pictures} images.", markup=False)
    stdout.print(f"All {written.rows} rows, including circular passes, are in {TABLE}.", markup=False)


@app.command("measurements")
def synthesize_measurements_command(
    out: Out,
    seed: Seed = 0,
    scenes: Annotated[
        int | None, typer.Option(help="Number of scenes of objects; half as many tables are added. By default 20.")
    ] = None,
) -> None:
    """Generate scenes and open questions about them: numbers, names, points, boxes and orders."""
    from core.benchmarks.measurements.files import ITEMS
    from core.generators.measurements.write import DEFAULT_SCENES, synthesize

    with show_progress_bars() as report:
        written = synthesize(out, DEFAULT_SCENES if scenes is None else scenes, seed=seed, report=report)
    stdout.print(f"{out}: {written.questions} questions about {written.pictures} images.", markup=False)
    stdout.print(f"Questions, every parameter and truth are in {ITEMS}.", markup=False)


def _split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _parse_range_deg(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, separator, high = text.partition(":")
    try:
        return float(low), float(high if separator else low)
    except ValueError:
        raise SceneError(f"--tilt {text}: write two angles in degrees, as in 0:75") from None
