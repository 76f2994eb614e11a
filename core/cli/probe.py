"""The command `probe`, which tests encoders on GIQ: symmetries by a linear layer, pairs by a small head."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Source
from core.cli.terminal import show_progress_bars, stdout


def probe_command(
    embeddings: Annotated[
        Path | None,
        typer.Argument(
            help="Embeddings by image: .npz with images and vectors, or .csv, .tsv or .parquet with a column image. "
            "Without it, a simple encoder is applied to the images."
        ),
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="Simple encoder: thumbnail (8 by 8 grey levels) or gradients (edge directions).")
    ] = "gradients",
    source: Source = None,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs", help="Test same or different solid, with a small non-linear head over pairs of embeddings."
        ),
    ] = False,
    seeds: Annotated[int, typer.Option(help="Number of random splits into five folds.", min=1, max=100)] = 5,
) -> None:
    """Probe an image encoder as GIQ does: symmetries of solids with a linear probe, or pairs with --pairs."""
    from core.benchmarks.giq.set_contents import BENCHMARK_ID, TITLES
    from core.errors import SelectionError
    from core.research_tools import require_tools
    from core.settings import read_settings

    require_tools("The command probe")
    from tools.giq_probes.embeddings import ENCODERS, compute_embeddings, read_embeddings
    from tools.giq_probes.pair_probe import format_pair_results, probe_pairs
    from tools.giq_probes.symmetry_probe import format_symmetry_results, probe_symmetries

    if encoder not in ENCODERS:
        raise SelectionError(f"The encoder {encoder!r} does not exist. Choose {' or '.join(ENCODERS)}.")
    if embeddings is not None:
        given = read_embeddings(embeddings.expanduser())
    else:
        given = compute_embeddings(source or read_settings().workspace.select_benchmark(BENCHMARK_ID).release, encoder)
    with show_progress_bars() as report:
        if pairs:
            title, lines = "Pairs right in percent", format_pair_results(probe_pairs(given, seeds, report))
        else:
            title, lines = (
                "Balanced accuracy in percent",
                format_symmetry_results(probe_symmetries(given, seeds, report), TITLES),
            )
    stdout.print(f"{title}, with the 95% CI over {'pairs or ' if pairs else ''}solids:", markup=False)
    for line in lines:
        stdout.print(line, markup=False)
    if given.n_unknown:
        why = "their paths do not name a solid, or name a mirror image"
        stdout.print(f"{given.n_unknown:,} images were left out: {why}.", markup=False)
