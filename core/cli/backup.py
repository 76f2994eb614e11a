"""The commands `backup` and `restore`: user data to an archive and back."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.terminal import show_progress_bars, stderr, stdout
from core.errors import ArchiveError
from core.formatting import to_single_line


def write_backup_command(
    file: Annotated[Path, typer.Argument(help="Archive to write, as in trilens.zip. It must not exist yet.")],
) -> None:
    """Back up user data to one archive: notes, codes, runs, human answers, live replies, added benchmarks, prices."""
    from core.backup.archive import write_archive
    from core.backup.user_files import is_user_file, list_user_files
    from core.settings import read_settings

    workspace = read_settings().workspace
    files = list(list_user_files(workspace))
    odd = [path for path, _ in files if not is_user_file(path)]
    if not files:
        raise ArchiveError(f"{workspace.home} contains no user data to back up. Check TRILENS_DATA.")
    with show_progress_bars() as report:
        manifest = write_archive(file, [(path, source) for path, source in files if path not in odd], report)
    stdout.print(
        f"{file}: {len(manifest.files)} files, {file.stat().st_size / 1e6:.1f} MB, from {workspace.home}.", markup=False
    )
    for path in odd:
        stderr.print(f"Left out: {to_single_line(path)}", markup=False)
    if odd:
        raise ArchiveError(
            f"{len(odd)} files have names that an archive cannot store. Rename them. The archive has the other files."
        )


def restore_command(file: Annotated[Path, typer.Argument(help="Archive written by `backup`.")]) -> None:
    """Merge an archive into the data folder. Existing data is kept; restoring an archive twice changes nothing."""
    from core.backup.restore import restore
    from core.settings import read_settings

    workspace = read_settings().workspace
    with show_progress_bars() as report:
        done = restore(workspace, file, report)
    stdout.print(
        f"{workspace.home}: {len(done.written)} files and {done.n_notes} notes are new, "
        + (f"{done.n_codes} lines of the failure review are new, " if done.n_codes else "")
        + f"{done.n_equal} files already existed.",
        markup=False,
    )
    for sentence in done.sentences:
        stdout.print(to_single_line(sentence), markup=False)
    for benchmark_id in done.benchmarks:
        which = f" --benchmark {benchmark_id}" if benchmark_id else ""
        stdout.print(f"Next: trilens build{which}", markup=False)
