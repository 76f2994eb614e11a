"""The command `clean`."""

from collections import Counter
from typing import Annotated

import typer

from core.cli.options import Benchmark, find_workspace_to_read
from core.cli.terminal import stdout


def clean_command(
    benchmark: Benchmark = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be removed.")] = False,
) -> None:
    """Remove files that no build needs: old caches and warehouses, partial files. Keeps journals, notes and images."""
    from core.warehouse.cleanup import clean

    found = clean(find_workspace_to_read(benchmark), is_dry=dry_run)
    files, sizes = Counter(one.kind for one in found), Counter[str]()
    for one in found:
        sizes[one.kind] += one.n_bytes
    verb = "Would remove" if dry_run else "Removed"
    for kind, count in files.items():
        stdout.print(f"{verb} {count} {kind}, {sizes[kind] / 1e6:.1f} MB.", markup=False)
    if not found:
        stdout.print("There is nothing to remove.", markup=False)
