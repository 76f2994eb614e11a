"""Tests of the contents of an archive, and of archives that are rejected before unpacking."""

import hashlib
import json
import stat
import zipfile
import zlib

import pytest

from core.backup.archive import FORM, MANIFEST, open_archive
from core.backup.restore import restore
from core.backup.user_files import is_user_file
from core.errors import ArchiveError
from core.workspace import Workspace
from tests.backup.made_data import USER_FILES


def read_all_files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_archive_has_exactly_the_user_data(filled, archive):
    """The archive has notes, runs, partial lines, replies, custom benchmarks and prices byte by byte, but no builds."""
    with open_archive(archive) as opened:
        kept = {file.path: opened.read(file) for file in opened.manifest.files}
    images = {path for path in kept if path.startswith("dots/release/images/")}
    assert set(kept) - images == USER_FILES
    assert len(images) == 1
    files = read_all_files(filled.data)
    assert all(files[path] == body for path, body in kept.items())


def test_an_archive_is_never_replaced(filled, archive, command):
    """A second backup with the same name is rejected, and the first stays unchanged."""
    before = archive.read_bytes()
    done = command(filled, "backup", archive)
    assert isinstance(done.exception, ArchiveError)
    assert "already exists" in str(done.exception)
    assert archive.read_bytes() == before


def test_an_empty_folder_is_not_backed_up(empty, tmp_path, command):
    """Naming the wrong data folder is an error and writes no empty archive."""
    done = command(empty, "backup", tmp_path / "nothing.zip")
    assert "TRILENS_DATA" in str(done.exception)
    assert not (tmp_path / "nothing.zip").exists()


def test_unsupported_file_name_is_reported(filled, tmp_path, command):
    """A journal with a line break in its name is left out and reported, and the exit code is not 0."""
    (filled.runs / "two\nlines.jsonl").write_bytes(b"{}\n")
    done = command(filled, "backup", tmp_path / "kept.zip")
    assert "Left out: runs/two lines.jsonl" in done.output
    assert done.exit_code == 1
    with open_archive(tmp_path / "kept.zip") as opened:
        assert "runs/asked.jsonl" in {file.path for file in opened.manifest.files}


@pytest.mark.parametrize(
    "path",
    ["../notes.jsonl", "/etc/passwd", "runs/../../x.jsonl", "runs/.x.jsonl", "runs", "runs/x.py", "runs\\x.jsonl", "",
     "runs//x.jsonl", "runs/tri_bench/x.jsonl", "runs/reference/x.jsonl", "warehouse/CURRENT", "published/x/runs",
     "dots/release/images/a/b.png", "dots/release/x.py", "dots/runs/tri_bench/x.jsonl", "Dots/runs/x.jsonl",
     "serve.py", "notes.jsonl/x", "prices", "derived/runs/x.jsonl", "runs/\u202egnp.jsonl", f"runs/{'x' * 250}.jsonl",
     "runs/\ud800.jsonl"],
)  # fmt: skip
def test_other_paths_are_rejected(path):
    """Paths that are outside the folder, hidden, built, or of the program are not user data."""
    assert not is_user_file(path)


def make_manifest(bodies, **changes):
    files = [{"path": path, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()} for path, body in bodies]
    return {"trilens_backup": FORM, "trilens_version": "0.1.0", "made_at": "2026-11-20T12:00:00Z",
            "files": files} | changes  # fmt: skip


def write_zip(path, bodies, manifest=None):
    """Write an archive of these files; a name may be a ZipInfo."""
    named = [(getattr(name, "filename", name), body) for name, body in bodies]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in bodies:
            archive.writestr(name, body)
        archive.writestr(MANIFEST, json.dumps(make_manifest(named) if manifest is None else manifest))
    return path


def make_link(name):
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


RUN = ("runs/a.jsonl", b"{}\n")
HOSTILE = {
    "above": ([("../a.jsonl", b"x")], None, "not user data"),
    "root": ([("/tmp/a.jsonl", b"x")], None, "not user data"),
    "code": ([("dashboard/style/theme.py", b"x")], None, "not user data"),
    "link": ([(make_link("runs/a.jsonl"), b"/etc/passwd")], None, "not a plain file"),
    "bomb": ([("runs/a.jsonl", bytes(70 << 20))], None, "would unpack to 73 MB"),
    "checksum": ([RUN], make_manifest([("runs/a.jsonl", b"[]\n")]), "checksum"),
    "size": ([RUN], make_manifest([("runs/a.jsonl", b"{} \n")]), "differs from the list"),
    "unlisted": ([RUN, ("runs/b.jsonl", b"{}\n")], make_manifest([RUN]), "differ"),
    "missing": ([RUN], make_manifest([RUN, ("runs/b.jsonl", b"{}\n")]), "differ"),
    "twice": ([RUN], make_manifest([RUN, RUN]), "differ"),
    "newer": ([RUN], make_manifest([RUN], trilens_backup=FORM + 1, files=[], more="of a later form"), "Update Trilens"),
    "list": ([RUN], {"trilens_backup": 1}, "cannot be read"),
    "no list": ([RUN], [], "cannot be read"),
}


@pytest.mark.parametrize(("bodies", "manifest", "why"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_changes_nothing(tmp_path, bodies, manifest, why):
    """Path traversal, links, zip bombs, wrong checksums and a later format are rejected, and no file is written."""
    path = write_zip(tmp_path / "kept.zip", bodies, manifest)
    with pytest.raises(ArchiveError, match=why):
        restore(Workspace(tmp_path / "data"), path)
    assert read_all_files(tmp_path).keys() == {"kept.zip"}


@pytest.mark.parametrize("body", [b"", b"no archive", b"PK\x03\x04"])
def test_other_files_are_rejected(tmp_path, body):
    """Other files, unrelated zip files and missing files are rejected by name."""
    path = tmp_path / "kept.zip"
    for write in (lambda: path.write_bytes(body), lambda: zipfile.ZipFile(path, "w").close(), path.unlink):
        write()
        with pytest.raises(ArchiveError, match=r"kept\.zip is not an archive"):
            restore(Workspace(tmp_path / "data"), path)


def test_damaged_archive_changes_nothing(archive, tmp_path):
    """After one byte has changed, an archive is rejected or has its original content."""
    whole = archive.read_bytes()
    with open_archive(archive) as opened:
        expected = {file.path: opened.read(file) for file in opened.manifest.files}
    refused = 0
    for position in range(0, len(whole), 31):
        body = bytearray(whole)
        body[position] ^= 0xFF
        archive.write_bytes(body)
        try:
            with open_archive(archive) as opened:
                assert {file.path: opened.read(file) for file in opened.manifest.files} == expected
        except ArchiveError:
            refused += 1
    assert refused > len(whole) // 31 // 2


def test_truncated_archive_is_rejected(archive):
    """An archive truncated at any position is rejected."""
    whole = archive.read_bytes()
    for length in range(0, len(whole), 211):
        archive.write_bytes(whole[:length])
        with pytest.raises(ArchiveError), open_archive(archive):
            pass


def test_invalid_deflate_streams_are_rejected(tmp_path):
    """An entry that is not a valid deflate stream is rejected by name."""
    path = write_zip(tmp_path / "kept.zip", [("runs/a.jsonl", b"abc" * 1000)])
    with zipfile.ZipFile(path) as opened:
        entry = opened.getinfo("runs/a.jsonl")
    body = bytearray(path.read_bytes())
    start = entry.header_offset + 30 + len("runs/a.jsonl")
    body[start : start + entry.compress_size] = b"\xff" * entry.compress_size
    with pytest.raises(zlib.error):
        zlib.decompress(bytes(body[start : start + entry.compress_size]), -15)
    path.write_bytes(body)
    with pytest.raises(ArchiveError, match=r"runs/a\.jsonl in the archive is damaged"):
        restore(Workspace(tmp_path / "data"), path)
