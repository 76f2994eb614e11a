"""The command that makes data of its own: `synthesize`, in the layout of the benchmark that it is made for."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from core.cli.terminal import show_progress_bars, stdout
from core.errors import SceneError

SCENES, GEPBENCH, MMPERSPECTIVE, THREEDSR, GIQ = "synthetic", "gepbench", "mmperspective", "3dsrbench", "giq"
"""What can be made; the first by default."""

DEFAULT_PHOTOGRAPHS = 100


def synthesize_command(
    out: Annotated[Path, typer.Option(help="Folder to create; it must not exist yet.")],
    benchmark: Annotated[
        str,
        typer.Option(
            help="synthetic: photographs like Tri-Bench's. gepbench: figures and questions. giq: solids and questions. "
            "mmperspective: scenes and questions about their perspective. 3dsrbench: scenes and questions."
        ),
    ] = SCENES,
    seed: Annotated[int, typer.Option(help="The same seed gives the same set.", min=0)] = 0,
    photographs: Annotated[
        int | None,
        typer.Option(
            help=f"synthetic: number of photographs, four for each triangle; {DEFAULT_PHOTOGRAPHS} by default.",
            min=1,
            max=20_000,
        ),
    ] = None,
    tilt: Annotated[
        str | None,
        typer.Option(
            help="synthetic: tilt of the tilted photographs in degrees, LOW:HIGH; as in Tri-Bench by default."
        ),
    ] = None,
    shapes: Annotated[
        str | None,
        typer.Option(
            help="synthetic: side and angle classes separated by commas, as in isosceles,right; all by default."
        ),
    ] = None,
    items: Annotated[
        int | None,
        typer.Option(
            help="gepbench: number of questions over all aspects and levels; 480 by default. mmperspective: number of "
            "each task; 40 by default, 0 for the paper's own numbers.",
            min=0,
        ),
    ] = None,
    tasks: Annotated[
        str | None, typer.Option(help="mmperspective: short names separated by commas, as in PTR,VPC; all by default.")
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(help="mmperspective: scenes with four changed pictures each; 40 by default.", min=0)
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(help="gepbench: exact (default), or as-published, the authors' engine with its defects."),
    ] = None,
    level: Annotated[str | None, typer.Option(help="gepbench: easy, hard or both (default).")] = None,
    noise_pairs: Annotated[
        bool, typer.Option("--noise-pairs", help="gepbench: draw each easy figure a second time, with noise.")
    ] = False,
    noise: Annotated[
        str | None,
        typer.Option(
            help="gepbench: noise of noisy figures: script (default), as the authors' code draws it, or paper, with "
            "patterns in closed shapes and spots on outlines."
        ),
    ] = None,
    scenes: Annotated[
        int | None, typer.Option(help="3dsrbench: number of scenes, alike for all kinds of questions; 192 by default.")
    ] = None,
    views: Annotated[int | None, typer.Option(help="giq: views of each solid to name, 1 to 20; 2 by default.")] = None,
    pairs: Annotated[
        int | None, typer.Option(help="giq: pairs of each generated kind of mental rotation; 6 or 8 by default.")
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(help="giq: groups of solids separated by commas, as in platonic,catalan; all by default."),
    ] = None,
    engine: Annotated[
        int | None,
        typer.Option(
            help="giq: version of the engine; the newest by default, 2 and 3 make the sets of these versions again."
        ),
    ] = None,
) -> None:
    """Write synthetic photographs, figures or scenes with their exact truth, in the release's layout."""
    own_options: dict[str, Mapping[str, object]] = {
        SCENES: {"--photographs": photographs, "--tilt": tilt, "--shapes": shapes},
        GEPBENCH: {
            "--items": items,
            "--mode": mode,
            "--level": level,
            "--noise-pairs": noise_pairs or None,
            "--noise": noise,
        },
        MMPERSPECTIVE: {"--items": items, "--tasks": tasks, "--seeds": seeds},
        GIQ: {"--views": views, "--pairs": pairs, "--groups": groups, "--engine": engine},
        THREEDSR: {"--scenes": scenes},
    }
    _refuse_others(own_options, benchmark)
    if benchmark == SCENES:
        _write_scenes(out, photographs or DEFAULT_PHOTOGRAPHS, tilt, shapes or "", seed)
    elif benchmark == GEPBENCH:
        _write_gepbench(
            out, items, mode or "exact", level or "both", seed, noise_pairs=noise_pairs, noise=noise or "script"
        )
    elif benchmark == MMPERSPECTIVE:
        _write_mmperspective(out, items, seeds, tasks or "", seed)
    elif benchmark == GIQ:
        _write_giq(out, views, pairs, groups, seed, engine)
    else:
        _write_threedsr(out, scenes, seed)


def _refuse_others(own_options: Mapping[str, Mapping[str, object]], benchmark: str) -> None:
    """Options that would be without effect are an error, and so is a benchmark for which nothing is made."""
    if benchmark not in own_options:
        *first, last = own_options
        raise SceneError(f"Nothing is made for a benchmark {benchmark!r}; there are {', '.join(first)} and {last}.")
    owners: dict[str, list[str]] = {}
    for options in own_options.values():
        for name, value in options.items():
            if value is not None and name not in own_options[benchmark]:
                owners[name] = [owner for owner, own in own_options.items() if name in own]
    if owners:
        first = next(iter(owners.values()))
        names = ", ".join(name for name, own in owners.items() if own == first)
        raise SceneError(f"{names}: only for --benchmark {' or '.join(first)}, not for {benchmark}. Leave it out.")


def _write_scenes(out: Path, photographs: int, tilt: str | None, shapes: str, seed: int) -> None:
    from core.generators.triangles.write import synthesize

    classes = [name.strip() for name in shapes.split(",") if name.strip()]
    with show_progress_bars() as report:
        triangles = synthesize(
            out, photographs, seed=seed, tilt_deg=_parse_range_deg(tilt), shapes=classes, report=report
        )
    stdout.print(f"{out}: {photographs} synthetic photographs of {triangles} triangles.", markup=False)
    stdout.print(f"To build a warehouse from them: trilens build --source {out}", markup=False)


def _write_gepbench(
    out: Path, items: int | None, mode: str, level: str, seed: int, *, noise_pairs: bool, noise: str
) -> None:
    from core.generators.gepbench.write import DEFAULT_ITEMS, synthesize

    wanted = DEFAULT_ITEMS if items is None else items
    with show_progress_bars() as report:
        written = synthesize(
            out, wanted, mode=mode, level=level, seed=seed, noise_pairs=noise_pairs, noise=noise, report=report
        )
    stdout.print(f"{out}: {written.items} questions about {written.figures} figures.", markup=False)
    stdout.print("Questions are in dataset/vqa-*, every parameter and truth in items.jsonl.", markup=False)


def _write_mmperspective(out: Path, items: int | None, seeds: int | None, tasks: str, seed: int) -> None:
    from core.benchmarks.mmperspective.files import ITEMS
    from core.generators.mmperspective.write import compute_item_counts, synthesize

    counts = compute_item_counts(items, seeds, [name.strip() for name in tasks.split(",") if name.strip()])
    with show_progress_bars() as report:
        written = synthesize(out, counts, seed=seed, report=report)
    stdout.print(f"{out}: {written.items} questions about {written.pictures} pictures.", markup=False)
    stdout.print(f"Questions, every parameter and truth are in {ITEMS}.", markup=False)


def _write_threedsr(out: Path, scenes: int | None, seed: int) -> None:
    from core.benchmarks.threedsr.files import TABLE
    from core.generators.threedsr.write import DEFAULT_SCENES, synthesize

    with show_progress_bars() as report:
        written = synthesize(out, DEFAULT_SCENES if scenes is None else scenes, seed=seed, report=report)
    stdout.print(f"{out}: {written.questions} questions about {written.pictures} pictures.", markup=False)
    stdout.print(f"All {written.rows} rows with their circular passes are in {TABLE} too.", markup=False)


def _write_giq(
    out: Path, views: int | None, pairs: int | None, groups: str | None, seed: int, engine: int | None
) -> None:
    from core.benchmarks.giq.files import ITEMS
    from core.benchmarks.giq.viewpoints import ENGINE_VERSION
    from core.generators.giq.write import DEFAULT_VIEWS, synthesize
    from core.polyhedra.catalogue import GROUPS

    wanted = GROUPS if groups is None else tuple(name.strip() for name in groups.split(",") if name.strip())
    number = DEFAULT_VIEWS if views is None else views
    version = ENGINE_VERSION if engine is None else engine
    with show_progress_bars() as report:
        items = synthesize(out, views=number, pairs=pairs, groups=wanted, seed=seed, engine=version, report=report)
    stdout.print(f"{out}: {items} questions about polyhedra.", markup=False)
    stdout.print(f"Questions, views and truths are in {ITEMS}, pictures in renderings.", markup=False)


def _parse_range_deg(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    low, separator, high = text.partition(":")
    try:
        return float(low), float(high if separator else low)
    except ValueError:
        raise SceneError(f"--tilt {text}: write two numbers of degrees, as in 0:75") from None
