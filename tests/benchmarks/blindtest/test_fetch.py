"""Tests of fetching the authors' folders from a copy and from a local server that answers like GitHub."""

import json
import shutil

import pytest

from core.atomic_files import compute_file_sha256
from core.benchmarks.blindtest import fetch as fetching
from core.benchmarks.blindtest.fetch import fetch
from core.benchmarks.blindtest.release_folders import IMAGES, PROMPTS
from core.benchmarks.registry import find_workspace, load_fetch
from core.errors import FetchError, SettingsError
from core.limits import FetchOptions
from core.workspace import Workspace
from tests.benchmarks.triangles.server import serving
from tests.small_blindtest import write_blindtest

OPTIONS = FetchOptions(timeout_s=5.0, attempts=2)


@pytest.fixture
def workspace(tmp_path):
    """Return a workspace of the benchmark with an empty folder."""
    return find_workspace(Workspace(tmp_path / "data"), "blindtest")


@pytest.fixture
def origin(tmp_path, monkeypatch):
    """Return a copy of the repository whose images are the pinned ones."""
    folder = write_blindtest(tmp_path / "origin")
    lines = {f"{compute_file_sha256(folder / PROMPTS)}  {PROMPTS}\n"}
    lines |= {
        f"{compute_file_sha256(path)}  {path.name[path.name.index('pixels_') :]}\n" for path in folder.rglob("*.png")
    }
    checksums = tmp_path / "list.sha256"
    checksums.write_text("".join(sorted(lines)), encoding="utf-8")
    monkeypatch.setattr(fetching, "CHECKSUM_LIST", checksums)
    return folder


@pytest.fixture
def github(origin, monkeypatch):
    """Serve the files, and listings of the folders in the format of GitHub's API."""
    names = IMAGES.split("/")
    trees = origin / "trees"
    trees.mkdir()
    for number, name in enumerate(names):
        tree = fetching.COMMIT if number == 0 else f"tree{number}"
        entries = [{"path": "README.md", "type": "blob"}, {"path": name, "type": "tree", "sha": f"tree{number + 1}"}]
        (trees / tree).write_text(json.dumps({"tree": entries, "truncated": False}))
    below = sorted((origin / IMAGES).rglob("*"))
    entries = [
        {"path": path.relative_to(origin / IMAGES).as_posix(), "type": "tree" if path.is_dir() else "blob"}
        for path in below
    ]
    (trees / f"tree{len(names)}").write_text(json.dumps({"tree": entries, "truncated": False}))
    with serving(origin) as server:
        monkeypatch.setattr(fetching, "TREES", f"{server.url}/trees")
        monkeypatch.setattr(fetching, "FILES", server.url)
        yield server


def read_files(folder):
    """Return the bytes of each file of the layout by path."""
    paths = [folder / PROMPTS, *(folder / IMAGES).rglob("*.png")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_files_are_copied_from_a_local_copy(origin, workspace):
    """Every image is copied to its folder; a second call copies nothing."""
    result = fetch(workspace, OPTIONS, str(origin))
    assert result.is_complete
    assert read_files(workspace.release) == read_files(origin)
    assert len(fetch(workspace, OPTIONS, str(origin)).kept) == len(result.fetched)


@pytest.mark.slow
def test_the_listing_of_github_determines_the_files_to_fetch(origin, workspace, github):
    """Folders are those of the listing; equal contents are fetched once, although eight folders have them."""
    assert fetch(workspace, OPTIONS).is_complete
    assert read_files(workspace.release) == read_files(origin)
    asked = [path for path in github.requests if path.endswith(".png")]
    assert len(asked) == len({body for path, body in read_files(origin).items() if path.endswith(".png")})
    before = sum(github.requests.values())
    fetch(workspace, OPTIONS)
    assert sum(github.requests.values()) - before == len(IMAGES.split("/")) + 1, "only the listing"


def test_an_image_with_other_content_is_refused(origin, workspace):
    """An image that differs from the pinned one is reported; the others are copied."""
    path = next((origin / IMAGES).rglob("*.png"))
    path.write_bytes(b"other")
    result = fetch(workspace, OPTIONS, str(origin))
    assert list(result.failed) == [path.relative_to(origin).as_posix()]
    assert not (workspace.release / path.relative_to(origin)).exists()


@pytest.mark.parametrize(
    ("listing", "words"),
    [({"message": "rate limit"}, "did not answer with a listing"), ({"tree": [], "truncated": True}, "a part of"),
     ({"tree": [], "truncated": False}, "has no folder")],
)  # fmt: skip
def test_an_unusable_listing_raises(origin, workspace, github, listing, words):
    """A response without a listing, a truncated one, and one without the folder raise errors with the reason."""
    (origin / "trees" / fetching.COMMIT).write_text(json.dumps(listing))
    with pytest.raises(FetchError, match=words):
        fetch(workspace, OPTIONS)
    assert not workspace.release.exists()


def test_an_unreachable_github_raises(workspace, github):
    """The message names the command for a local copy."""
    github.plan[f"trees/{fetching.COMMIT}"] = ["403"]
    with pytest.raises(FetchError, match=r"cannot be read.*--benchmark blindtest --source FOLDER"):
        fetch(workspace, OPTIONS)


@pytest.mark.parametrize("source", ["nowhere", "https://example.org/x"])
def test_a_source_that_is_not_a_copy_raises(workspace, tmp_path, source):
    """The error for a missing folder, or for a URL, says what to do."""
    with pytest.raises(FetchError, match="folder with a copy of"):
        fetch(workspace, OPTIONS, source if "://" in source else str(tmp_path / source))


def test_a_missing_list_of_prompts_is_reported(origin, workspace):
    """A copy without the questions is reported as partial."""
    shutil.rmtree(workspace.release, ignore_errors=True)
    (origin / PROMPTS).unlink()
    assert fetch(workspace, OPTIONS, str(origin)).absent == [PROMPTS]


def test_only_some_benchmarks_have_files_to_fetch(workspace):
    """The fetcher is found by benchmark id; the error for another benchmark lists those that have one."""
    assert load_fetch(workspace) is fetch
    with pytest.raises(SettingsError, match="giq has no files to fetch.*tri_bench, blindtest"):
        load_fetch(find_workspace(workspace, "giq"))
