"""Fetching the authors' folders: from a copy, and from a server on loopback that answers as GitHub does."""

import json
import shutil

import pytest

from core.atomic_files import compute_file_sha256
from core.benchmarks.blindtest import fetch as fetching
from core.benchmarks.blindtest.fetch import fetch
from core.benchmarks.blindtest.release_folders import IMAGES, PROMPTS
from core.benchmarks.registry import find_settings, load_fetch
from core.errors import FetchError, SettingsError
from core.settings import Settings
from tests.benchmarks.triangles.server import serving
from tests.small_blindtest import write_blindtest


@pytest.fixture
def settings(tmp_path):
    """Settings of the benchmark, with an empty folder."""
    return find_settings(Settings(data=tmp_path / "data", fetch_timeout_s=5.0, fetch_attempts=2), "blindtest")


@pytest.fixture
def origin(tmp_path, monkeypatch):
    """A copy of the repository, whose images are the pinned ones."""
    folder = write_blindtest(tmp_path / "origin")
    lines = {f"{compute_file_sha256(folder / PROMPTS)}  {PROMPTS}\n"}
    lines |= {
        f"{compute_file_sha256(path)}  {path.name[path.name.index('pixels_') :]}\n" for path in folder.rglob("*.png")
    }
    listed = tmp_path / "list.sha256"
    listed.write_text("".join(sorted(lines)), encoding="utf-8")
    monkeypatch.setattr(fetching, "CHECKSUM_LIST", listed)
    return folder


@pytest.fixture
def github(origin, monkeypatch):
    """A server with the files, and with listings of the folders as GitHub's interface writes them."""
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


def files_of(folder):
    """The bytes of each file of the layout, by path."""
    paths = [folder / PROMPTS, *(folder / IMAGES).rglob("*.png")]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_copy_is_taken_over(origin, settings):
    """Every image lies in its folder again; a second call copies nothing."""
    result = fetch(settings, str(origin))
    assert result.is_complete
    assert files_of(settings.release) == files_of(origin)
    assert len(fetch(settings, str(origin)).kept) == len(result.fetched)


@pytest.mark.slow
def test_github_s_listing_says_what_to_fetch(origin, settings, github):
    """The folders are those of the listing; each content is asked for once, although eight folders have it."""
    assert fetch(settings).is_complete
    assert files_of(settings.release) == files_of(origin)
    asked = [path for path in github.requests if path.endswith(".png")]
    assert len(asked) == len({body for path, body in files_of(origin).items() if path.endswith(".png")})
    before = sum(github.requests.values())
    fetch(settings)
    assert sum(github.requests.values()) - before == len(IMAGES.split("/")) + 1, "only the listing"


def test_an_image_with_other_content_is_refused(origin, settings):
    """An image that is not the pinned one is named with its reason, and the others arrive."""
    path = next((origin / IMAGES).rglob("*.png"))
    path.write_bytes(b"other")
    result = fetch(settings, str(origin))
    assert list(result.failed) == [path.relative_to(origin).as_posix()]
    assert not (settings.release / path.relative_to(origin)).exists()


@pytest.mark.parametrize(
    ("listing", "words"),
    [({"message": "rate limit"}, "did not answer with a listing"), ({"tree": [], "truncated": True}, "a part of"),
     ({"tree": [], "truncated": False}, "has no folder")],
)  # fmt: skip
def test_an_unusable_listing_is_one_error(origin, settings, github, listing, words):
    """An answer without a listing, a cut one, and one without the folder each say what is wrong."""
    (origin / "trees" / fetching.COMMIT).write_text(json.dumps(listing))
    with pytest.raises(FetchError, match=words):
        fetch(settings)
    assert not settings.release.exists()


def test_an_unreachable_github_is_one_error(settings, github):
    """The message names the command for a local copy."""
    github.plan[f"trees/{fetching.COMMIT}"] = ["403"]
    with pytest.raises(FetchError, match=r"cannot be read.*--benchmark blindtest --source FOLDER"):
        fetch(settings)


@pytest.mark.parametrize("source", ["nowhere", "https://example.org/x"])
def test_a_source_that_is_no_copy_is_one_error(settings, tmp_path, source):
    """A folder without the images, or an address, is refused with what to do."""
    with pytest.raises(FetchError, match="folder with a copy of"):
        fetch(settings, source if "://" in source else str(tmp_path / source))


def test_a_missing_list_of_prompts_is_reported(origin, settings):
    """A copy without the questions is partial: it is named as absent."""
    shutil.rmtree(settings.release, ignore_errors=True)
    (origin / PROMPTS).unlink()
    assert fetch(settings, str(origin)).absent == [PROMPTS]


def test_only_some_benchmarks_have_files_to_fetch(settings):
    """The command finds the fetcher by id, and says which benchmarks have one."""
    assert load_fetch(settings) is fetch
    with pytest.raises(SettingsError, match="giq has no files to fetch.*tri_bench, blindtest"):
        load_fetch(find_settings(settings, "giq"))
