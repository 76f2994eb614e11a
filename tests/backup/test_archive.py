"""What an archive holds, and the archives that are refused before a byte of them is unpacked."""

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
from core.settings import Settings
from tests.backup.made_data import MADE


def everything_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_holds_all_that_users_made_and_nothing_else(made, archive):
    """Notes, runs, cut lines, people's and live replies, own benchmarks and prices, byte by byte; nothing of builds."""
    with open_archive(archive) as opened:
        kept = {file.path: opened.read(file) for file in opened.manifest.files}
    pictures = {path for path in kept if path.startswith("dots/release/images/")}
    assert set(kept) - pictures == MADE
    assert len(pictures) == 1
    here = everything_below(made.data)
    assert all(here[path] == body for path, body in kept.items())


def test_an_archive_is_never_replaced(made, archive, command):
    """A second backup under the name of the first is refused, and the first stays as it was."""
    before = archive.read_bytes()
    done = command(made, "backup", archive)
    assert isinstance(done.exception, ArchiveError)
    assert "already exists" in str(done.exception)
    assert archive.read_bytes() == before


def test_an_empty_folder_is_not_backed_up(empty, tmp_path, command):
    """Who names the wrong data folder is told so, and has no empty archive to trust in."""
    done = command(empty, "backup", tmp_path / "nothing.zip")
    assert "TRILENS_DATA" in str(done.exception)
    assert not (tmp_path / "nothing.zip").exists()


def test_a_name_that_no_archive_can_have_is_said(made, tmp_path, command):
    """A journal whose name has a line break is left out, by name, and the command does not end with 0."""
    (made.runs / "two\nlines.jsonl").write_bytes(b"{}\n")
    done = command(made, "backup", tmp_path / "kept.zip")
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
def test_no_other_path_is_taken(path):
    """Nothing outside the data folder, nothing hidden, nothing of builds and no program is a path of an archive."""
    assert not is_user_file(path)


def manifest_of(bodies, **changes):
    files = [{"path": path, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()} for path, body in bodies]
    return {"trilens_backup": FORM, "trilens_version": "0.1.0", "made_at": "2026-11-20T12:00:00Z",
            "files": files} | changes  # fmt: skip


def write_zip(path, bodies, manifest=None):
    """Writes an archive of these files; a name may be a ZipInfo."""
    named = [(getattr(name, "filename", name), body) for name, body in bodies]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in bodies:
            archive.writestr(name, body)
        archive.writestr(MANIFEST, json.dumps(manifest_of(named) if manifest is None else manifest))
    return path


def link(name):
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


RUN = ("runs/a.jsonl", b"{}\n")
HOSTILE = {
    "above": ([("../a.jsonl", b"x")], None, "not user data"),
    "root": ([("/tmp/a.jsonl", b"x")], None, "not user data"),
    "code": ([("dashboard/style/theme.py", b"x")], None, "not user data"),
    "link": ([(link("runs/a.jsonl"), b"/etc/passwd")], None, "not a plain file"),
    "bomb": ([("runs/a.jsonl", bytes(70 << 20))], None, "would unpack to 73 MB"),
    "checksum": ([RUN], manifest_of([("runs/a.jsonl", b"[]\n")]), "checksum"),
    "size": ([RUN], manifest_of([("runs/a.jsonl", b"{} \n")]), "differs from the list"),
    "unlisted": ([RUN, ("runs/b.jsonl", b"{}\n")], manifest_of([RUN]), "differ"),
    "missing": ([RUN], manifest_of([RUN, ("runs/b.jsonl", b"{}\n")]), "differ"),
    "twice": ([RUN], manifest_of([RUN, RUN]), "differ"),
    "newer": ([RUN], manifest_of([RUN], trilens_backup=FORM + 1, files=[], more="of a later form"), "Update Trilens"),
    "list": ([RUN], {"trilens_backup": 1}, "cannot be read"),
    "no list": ([RUN], [], "cannot be read"),
}


@pytest.mark.parametrize(("bodies", "manifest", "why"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_archive_changes_nothing(tmp_path, bodies, manifest, why):
    """Paths that lead out, links, bombs, wrong checksums and a later form are refused, and no file is written."""
    path = write_zip(tmp_path / "kept.zip", bodies, manifest)
    with pytest.raises(ArchiveError, match=why):
        restore(Settings(data=tmp_path / "data"), path)
    assert everything_below(tmp_path).keys() == {"kept.zip"}


@pytest.mark.parametrize("body", [b"", b"no archive", b"PK\x03\x04"])
def test_what_is_no_archive_is_refused(tmp_path, body):
    """Any other file is refused by name, and so is a zip file of somebody else, or none at all."""
    path = tmp_path / "kept.zip"
    for write in (lambda: path.write_bytes(body), lambda: zipfile.ZipFile(path, "w").close(), path.unlink):
        write()
        with pytest.raises(ArchiveError, match=r"kept\.zip is not an archive"):
            restore(Settings(data=tmp_path / "data"), path)


def test_an_archive_that_was_damaged_anywhere_changes_nothing(archive, tmp_path):
    """With one byte of it changed, an archive is refused, or has the content that it had: nothing else is restored."""
    whole = archive.read_bytes()
    with open_archive(archive) as opened:
        expected = {file.path: opened.read(file) for file in opened.manifest.files}
    refused = 0
    for place in range(0, len(whole), 31):
        body = bytearray(whole)
        body[place] ^= 0xFF
        archive.write_bytes(body)
        try:
            with open_archive(archive) as opened:
                assert {file.path: opened.read(file) for file in opened.manifest.files} == expected
        except ArchiveError:
            refused += 1
    assert refused > len(whole) // 31 // 2


def test_an_archive_that_was_cut_off_is_refused(archive):
    """Cut at whatever place, it is none."""
    whole = archive.read_bytes()
    for length in range(0, len(whole), 211):
        archive.write_bytes(whole[:length])
        with pytest.raises(ArchiveError), open_archive(archive):
            pass


def test_streams_that_cannot_be_unpacked_are_refused(tmp_path):
    """An entry whose compressed bytes are no deflate stream is refused by its name."""
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
        restore(Settings(data=tmp_path / "data"), path)
