"""Checks of the data folder's file system: permissions, locks and free space."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from core.cli.finding import Finding
from core.workspace import Workspace

MIN_FREE_BYTES = 300e6
GOOD_FREE_BYTES = 2e9

MOUNTS = Path("/proc/mounts")
NETWORK_FILE_SYSTEMS = (
    "nfs",
    "cifs",
    "smb",
    "fuse.sshfs",
    "fuse.s3fs",
    "fuse.rclone",
    "9p",
    "ceph",
    "glusterfs",
    "lustre",
)


def check_permissions(workspace: Workspace) -> Iterator[Finding]:
    """Check that files can be written to the data folder and the temporary folder."""
    for area, folder in (("rights", workspace.home), ("temporary", None)):
        try:
            place = Path(folder or tempfile.gettempdir())
            existing = next(path for path in (place, *place.parents) if path.exists())
            with tempfile.TemporaryFile(dir=existing):
                pass
        except OSError as error:
            name = "TRILENS_DATA" if folder else "TMPDIR"
            is_meant = bool(folder) and workspace.is_read_only
            yield Finding(
                area,
                "note" if is_meant else "wrong",
                f"{place if folder else 'the folder for temporary files'} cannot be written by user {os.geteuid()} "
                f"({error.strerror}). Change its owner, or name another folder: {name}=FOLDER",
            )
        else:
            yield Finding(area, "good", f"{place} can be written")


def check_locks(workspace: Workspace) -> Iterator[Finding]:
    """Check that a lock in the data folder excludes other processes; on some network disks it does not."""
    place = next(path for path in (workspace.home, *workspace.home.parents) if path.exists())
    advice = "Let only one process at a time write there, or set TRILENS_DATA to a local disk"
    try:
        with tempfile.NamedTemporaryFile(dir=place) as file, open(file.name, "rb") as other:  # noqa: PTH123
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass
            else:
                yield Finding("locks", "wrong", f"locks in {place} do not exclude other processes. {advice}")
                return
    except OSError as error:
        if os.access(place, os.W_OK):  # else `check_permissions` reports it
            yield Finding("locks", "wrong", f"{place} does not support locks ({error.strerror}). {advice}")
        return
    kind = _find_file_system(place)
    if kind.startswith(NETWORK_FILE_SYSTEMS):
        text = f"{place} is on a network disk ({kind}), whose server decides whether locks work between machines"
        yield Finding("locks", "note", f"{text}. {advice}")
    else:
        yield Finding("locks", "good", f"locks in {place} work")


def _find_file_system(place: Path) -> str:
    """Return the type of a folder's file system as named by Linux; empty if it is unknown."""
    try:
        mounts = MOUNTS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    kinds = {point.replace("\\040", " "): kind for _, point, kind, *_ in map(str.split, mounts)}
    points = [point for point in kinds if place.resolve().is_relative_to(point)]
    return kinds[max(points, key=len)] if points else ""


def check_space(workspace: Workspace) -> Iterator[Finding]:
    """Check the free space below the data folder."""
    place = next(path for path in (workspace.home, *workspace.home.parents) if path.exists())
    free = shutil.disk_usage(place).free
    text = f"{free / 1e9:.1f} GB free for {workspace.home}"
    if free < MIN_FREE_BYTES:
        yield Finding(
            "space", "wrong", f"{text}: a build may not fit. Free some space, or set TRILENS_DATA to another disk"
        )
    else:
        few = free < GOOD_FREE_BYTES
        yield Finding("space", "note" if few else "good", f"{text}; all benchmarks need about 1 GB" if few else text)
