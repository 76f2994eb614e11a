"""Tests of zip archives: unpacked one member at a time, and refused if that could do harm."""

import pytest

from core.errors import ReplyFileError
from core.importers import zip_reader
from core.importers.zip_reader import ZipReader
from tests.importers.made_zip import DEFLATED, STORED, ZSTANDARD, Member, write_zip

BODY = b"said " * 5000


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
def test_members_of_every_method_are_unpacked(tmp_path, method):
    """Stored, deflated and Zstandard members return their original bytes."""
    with ZipReader(write_zip(tmp_path / "a.zip", [Member("a", BODY, method), Member("b", b"", method)])) as members:
        assert members.names == ["a", "b"]
        assert members.read("a") == BODY
    with ZipReader(write_zip(tmp_path / "b.zip", [Member("a", BODY, frames=3)])) as members:
        assert members.read("a") == BODY


def test_of_a_name_that_stands_twice_the_last_counts(tmp_path):
    """Retries and edits leave the older member in the archive; it is not read."""
    archive = write_zip(tmp_path / "a.zip", [Member("a", b"old"), Member("b", b"x"), Member("a", b"new")])
    with ZipReader(archive) as members:
        assert members.names == ["a", "b"]
        assert members.read("a") == b"new"


@pytest.mark.parametrize("method", [STORED, DEFLATED, ZSTANDARD])
@pytest.mark.parametrize("claimed", [len(BODY) - 1, len(BODY) + 1, 10])
def test_a_size_that_is_not_true_is_refused(tmp_path, method, claimed):
    """A member with more or fewer bytes than the archive claims is refused."""
    archive = write_zip(tmp_path / "a.zip", [Member("a", BODY, method, claimed)])
    with pytest.raises(ReplyFileError, match=r"a\.zip.*'a' cannot be unpacked"), ZipReader(archive) as members:
        members.read("a")


def test_a_wrong_checksum_is_refused(tmp_path):
    """Corrupted bytes are not accepted as a reply."""
    archive = write_zip(tmp_path / "a.zip", [Member("a", BODY, crc=1)])
    with ZipReader(archive) as members, pytest.raises(ReplyFileError, match="checksum"):
        members.read("a")


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", "..\\x"])
def test_a_name_that_leaves_its_folder_is_refused(tmp_path, name):
    """Nothing is read from an archive with such a name."""
    with pytest.raises(ReplyFileError, match="leaves its folder"):
        ZipReader(write_zip(tmp_path / "a.zip", [Member("good", b"x"), Member(name, b"x")]))


def test_bombs_are_refused_by_what_they_claim(tmp_path, monkeypatch):
    """A member, or an archive, that would unpack to too much, and too many members, are refused unread."""
    with pytest.raises(ReplyFileError, match=r"'a' unpacks to 3,815 MiB; the limit is 256"):
        ZipReader(write_zip(tmp_path / "a.zip", [Member("a", b"x", claimed=4_000_000_000)]))
    many = [Member(str(number), b"x", claimed=250 * 2**20) for number in range(20)]
    with pytest.raises(ReplyFileError, match=r"unpacks to 4\.9 GiB; the limit is 4"):
        ZipReader(write_zip(tmp_path / "b.zip", many))
    monkeypatch.setattr(zip_reader, "MAX_MEMBERS", 19)
    with pytest.raises(ReplyFileError, match="20 members; the limit is 19"):
        ZipReader(write_zip(tmp_path / "c.zip", [Member(str(number), b"") for number in range(20)]))


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04", b"PK\x03\x04" + bytes(1000), b"no archive"])
def test_what_is_no_whole_archive_is_refused(tmp_path, body):
    """A truncated file, or one that is not an archive, is refused with its name."""
    (tmp_path / "a.eval").write_bytes(body)
    with pytest.raises(ReplyFileError, match=r"a\.eval is not a whole zip archive"):
        ZipReader(tmp_path / "a.eval")
