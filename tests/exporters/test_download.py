"""Downloads from pages: bounded, one at a time, and equal to the command's files."""

import shlex
import threading

import pytest

from core.errors import ExportError
from core.exporters import download
from core.exporters.download import (
    MOST_REPLIES,
    MOST_WITH_PICTURES,
    DownloadRequest,
    create_export,
    format_command,
    list_image_choices,
    make_file_name,
)
from core.exporters.formats import FORMS
from core.warehouse.read import open_current
from tests.exporters.made import RUN
from tests.test_main import run as run_command  # noqa: F401 - fixture

WISH = DownloadRequest("inspect", (RUN.run_id,), "none", 10)


@pytest.fixture
def warehouse(exported_settings):
    """The tiny release's."""
    with open_current(exported_settings) as opened:
        yield opened


@pytest.mark.parametrize("key", FORMS)
def test_pages_never_offer_original_images(key):
    """Pages offer a form's contents, but never the original files."""
    offered = list_image_choices(key)
    assert offered
    assert set(offered) <= set(FORMS[key].pictures) - {"original"}


def test_download_equals_the_command(run_command, warehouse, exported_settings, tmp_path, monkeypatch):  # noqa: F811 - fixture
    """The bytes equal the file that the shown command writes."""
    arguments = shlex.split(format_command(WISH, "tri_bench"))
    assert arguments[0] == "trilens"
    monkeypatch.chdir(tmp_path)
    done = run_command(*arguments[1:], TRILENS_DATA=str(exported_settings.data))
    assert done.returncode == 0, done.stderr
    (written,) = tmp_path.glob("*.eval")
    assert create_export(warehouse, exported_settings, WISH) == written.read_bytes()


def test_a_visitor_gets_no_addresses(warehouse, exported_settings):
    """On a read-only dashboard the download leaves out where models were asked, on one's own it does not."""
    wish = DownloadRequest("journal", (RUN.run_id,), "none", 10)
    visited = exported_settings.model_copy(update={"read_only": True})
    assert b"10.1.2.3" in create_export(warehouse, exported_settings, wish)
    assert b"10.1.2.3" not in create_export(warehouse, visited, wish)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (DownloadRequest("csv", (), "none", 0), "Choose at least one run"),
        (DownloadRequest("csv", ("r",), "none", MOST_REPLIES + 1), "5,001 replies; a download has at most 5,000"),
        (DownloadRequest("inspect", ("r",), "preview", MOST_WITH_PICTURES + 1), "has at most 2,000"),
    ],
)
def test_oversized_download_is_rejected_early(warehouse, exported_settings, wish, words):
    """A request beyond the limits has a reason, shown on the button, and is rejected if it is sent."""
    assert words in wish.why_not
    with pytest.raises(ExportError, match=words):
        create_export(warehouse, exported_settings, wish)
    assert DownloadRequest("csv", ("r",), "none", MOST_REPLIES).why_not is None


def test_one_export_at_a_time(warehouse, exported_settings, monkeypatch):
    """A second export waits, and is asked to try again later if that takes too long."""
    begun, go_on = threading.Event(), threading.Event()
    export_runs = download.export_runs

    def slow(*arguments, **options):
        begun.set()
        assert go_on.wait(20)
        return export_runs(*arguments, **options)

    monkeypatch.setattr(download, "export_runs", slow)
    monkeypatch.setattr(download, "WAIT_S", 0.01)
    bodies = []
    first = threading.Thread(target=lambda: bodies.append(create_export(warehouse, exported_settings, WISH)))
    first.start()
    assert begun.wait(20)
    with pytest.raises(ExportError, match="Another export is running"):
        create_export(warehouse, exported_settings, WISH)
    go_on.set()
    first.join()
    assert bodies == [create_export(warehouse, exported_settings, WISH)]


def test_a_file_s_name_says_what_it_is():
    """One run is named, several are counted; the ending is that of the form, or of a zip."""
    assert make_file_name(WISH, "tri_bench") == "trilens_tri_bench_acme-run_1_inspect.eval"
    assert make_file_name(DownloadRequest("inspect", ("a", "b"), "none", 2), "giq") == "trilens_giq_2_runs_inspect.zip"
    assert make_file_name(DownloadRequest("csv", ("a", "b"), "none", 2), "giq").endswith("csv.csv")
    assert make_file_name(DownloadRequest("fiftyone", ("a",), "preview", 2), "giq").endswith(".zip")
