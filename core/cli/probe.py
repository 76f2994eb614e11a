"""The command that tests encoders on GIQ: symmetries by a linear layer, and pairs by a small head."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Source
from core.cli.terminal import show_progress_bars, stdout


def probe_command(
    embeddings: Annotated[
        Path | None,
        typer.Argument(
            help="Embeddings by picture: .npz with images and vectors, or .csv, .tsv or .parquet with a column image. "
            "Without one a plain encoder looks at the pictures."
        ),
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="Plain encoder: thumbnail (8 by 8 grey levels) or gradients (directions of edges).")
    ] = "gradients",
    source: Source = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Same or different solid, by a small non-linear head over two embeddings.")
    ] = False,
    seeds: Annotated[int, typer.Option(help="Draws of the five folds.", min=1, max=100)] = 5,
) -> None:
    """Test an encoder as GIQ does: symmetries of solids by a linear probe, or pairs, over embeddings of pictures."""
    from core.benchmarks.giq.reader import BENCHMARK_ID, TITLES
    from core.errors import SelectionError
    from core.generators.giq.embeddings import ENCODERS, compute_embeddings, read_embeddings
    from core.generators.giq.pair_probe import format_pair_results, probe_pairs
    from core.generators.giq.symmetry_probe import format_symmetry_results, probe_symmetries
    from core.settings import read_settings

    if encoder not in ENCODERS:
        raise SelectionError(f"There is no encoder {encoder!r}; there are {' and '.join(ENCODERS)}.")
    if embeddings is not None:
        given = read_embeddings(embeddings.expanduser())
    else:
        given = compute_embeddings(source or read_settings().select_benchmark(BENCHMARK_ID).release, encoder)
    with show_progress_bars() as report:
        if pairs:
            title, lines = "Pairs right in percent", format_pair_results(probe_pairs(given, seeds, report))
        else:
            title, lines = (
                "Balanced accuracy in percent",
                format_symmetry_results(probe_symmetries(given, seeds, report), TITLES),
            )
    stdout.print(f"{title}, with the 95 % interval over {'pairs or ' if pairs else ''}solids:", markup=False)
    for line in lines:
        stdout.print(line, markup=False)
    if given.n_unknown:
        why = "their paths name no solid, or a mirror image"
        stdout.print(f"{given.n_unknown:,} pictures were left out: {why}.", markup=False)
