"""Tests of derived images: made in one pass, cached by content and code, and not made twice."""

import shutil

import numpy as np
import pytest
from PIL import Image

from core.photographs import derived_images
from core.photographs.derived_images import (
    COPIED_BY,
    CORE,
    MEASURED_BY,
    compute_copying_version,
    compute_measuring_version,
    derive_images,
    remove_old_versions,
)
from core.photographs.load_image import open_image
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.web_copies import get_derived_path
from tests import test_habits

WITHOUT_FIGURES = ("core.errors", "core.atomic_files")
"""General modules that compute no figures: errors, and writing of files."""

VERSIONS = ((compute_measuring_version, MEASURED_BY), (compute_copying_version, COPIED_BY))


@pytest.fixture
def blank(tmp_path):
    """Write an image without content."""
    path = tmp_path / "blank.png"
    Image.fromarray(np.full((200, 300, 3), 220, np.uint8)).save(path)
    return path


@pytest.fixture
def decoded(monkeypatch):
    """Record each decoded file, one entry per decoding."""
    files = []

    def open_and_record(path):
        files.append(path)
        return open_image(path)

    monkeypatch.setattr(derived_images, "open_image", open_and_record)
    return files


def test_a_photograph_is_decoded_once(tmp_path, blank, decoded):
    """Copies and measurement come from one decoding; a second call decodes nothing and returns the same result."""
    [first] = derive_images([blank], tmp_path / "kept", lambda: None)
    assert first.measured.border_status == "not_found"
    assert first.measured.border_reason
    assert derive_images([blank], tmp_path / "kept", lambda: None) == [first]
    assert decoded == [blank]


def test_only_missing_files_are_made_again(tmp_path, blank, decoded):
    """A missing copy is made again with the cached measurement; a missing measurement keeps the copies."""
    folder = tmp_path / "kept"
    [first] = derive_images([blank], folder, lambda: None)
    large, thumb = (get_derived_path(folder, first.key, size) for size in ("large", "thumb"))
    [kept] = folder.glob("*.json")
    kept.write_text(MeasuredPhotograph("not_found", "as it is kept").to_json())
    large.unlink()
    written = thumb.stat().st_mtime_ns
    [again] = derive_images([blank], folder, lambda: None)
    assert large.is_file()
    assert again.measured.border_reason == "as it is kept"
    kept.unlink()
    assert derive_images([blank], folder, lambda: None) == [first]
    assert thumb.stat().st_mtime_ns == written
    assert len(decoded) == 3


def test_rejected_file_has_no_measurement(tmp_path, blank):
    """A file that is not an image has only a reason; the others are measured."""
    (tmp_path / "text.jpg").write_text("A text.")
    counted = []
    refused, other = derive_images([tmp_path / "text.jpg", blank], tmp_path / "kept", lambda: counted.append(1))
    assert (refused.key, refused.measured) == (None, None)
    assert refused.error
    assert other.measured is not None
    assert len(counted) == 2


@pytest.mark.parametrize(
    ("version", "modules", "module"),
    [(version, made_by, module) for version, made_by in VERSIONS for module in made_by],
)
def test_code_changes_invalidate_the_cache(tmp_path, version, modules, module):
    """Each module that makes measurements or copies is part of the cache key."""
    for path in modules:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        shutil.copy(CORE / path, tmp_path / path)
    assert version(tmp_path) == version()
    version.cache_clear()
    (tmp_path / module).write_text((tmp_path / module).read_text() + "\n# changed\n")
    assert version(tmp_path) != version()


def test_outdated_copies_are_replaced(tmp_path, blank, monkeypatch):
    """A build ignores and removes files made by older code, and keeps unrelated files."""
    folder = tmp_path / "kept"
    with monkeypatch.context() as older:
        older.setattr(derived_images, "compute_copying_version", lambda: "0" * 12)
        older.setattr(derived_images, "compute_measuring_version", lambda: "1" * 12)
        [before] = derive_images([blank], folder, lambda: None)
    oldest = folder / f"{before.sha256[:24]}-thumb.webp"
    foreign = folder / f"{'a' * 24}-{'0' * 12}-thumb.webp"
    for path in (oldest, foreign):
        path.write_bytes(b"a copy")
    old = {*folder.iterdir()} - {foreign}
    [current] = derive_images([blank], folder, lambda: None)
    new = {*folder.iterdir()} - old - {foreign}
    assert current.key != before.key
    assert len(new) == len(old) - 1
    remove_old_versions([current], folder)
    assert {*folder.iterdir()} == {*new, foreign}


def test_all_measuring_modules_are_listed():
    """The list has every core module that the derivation imports, directly or indirectly."""
    test_habits.MODULES.update(test_habits.find_modules())
    reached = {"core.photographs.derived_images", *test_habits.find_reachable("core.photographs.derived_images")}
    makers = {name for name in reached & test_habits.MODULES.keys() if name not in WITHOUT_FIGURES}
    listed = {"core." + module.removesuffix(".py").replace("/", ".") for module in MEASURED_BY}
    assert makers == listed


def test_all_copying_modules_are_listed():
    """The list has every core module for opening a photograph and writing its copies."""
    test_habits.MODULES.update(test_habits.find_modules())
    started = {"core.photographs.web_copies", "core.photographs.load_image"}
    reached = started.union(*(test_habits.find_reachable(module) for module in started))
    makers = {name for name in reached & test_habits.MODULES.keys() if name not in WITHOUT_FIGURES}
    assert makers == {"core." + module.removesuffix(".py").replace("/", ".") for module in COPIED_BY}
