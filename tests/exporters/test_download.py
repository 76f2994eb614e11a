"""Tests of downloads from pages: limited, one at a time, and equal to the command's files."""

import shlex
import threading
from dataclasses import replace

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

REQUEST = DownloadRequest("inspect", (RUN.run_id,), "none", 10)


@pytest.fixture
def warehouse(exported_workspace):
    """Open the tiny release's warehouse."""
    with open_current(exported_workspace) as opened:
        yield opened


@pytest.mark.parametrize("key", FORMS)
def test_pages_never_offer_original_images(key):
    """Pages offer a format's other image choices."""
    offered = list_image_choices(key)
    assert offered
    assert set(offered) <= set(FORMS[key].pictures) - {"original"}


def test_download_equals_the_command(run_command, warehouse, exported_workspace, tmp_path, monkeypatch):  # noqa: F811 - fixture
    """The bytes equal the file that the shown command writes."""
    arguments = shlex.split(format_command(REQUEST, "tri_bench"))
    assert arguments[0] == "trilens"
    monkeypatch.chdir(tmp_path)
    done = run_command(*arguments[1:], TRILENS_DATA=str(exported_workspace.data))
    assert done.returncode == 0, done.stderr
    (written,) = tmp_path.glob("*.eval")
    assert create_export(warehouse, exported_workspace, REQUEST) == written.read_bytes()


def test_downloads_of_visitors_have_no_server_urls(warehouse, exported_workspace):
    """A read-only dashboard leaves out the URLs of model servers; a local dashboard does not."""
    request = DownloadRequest("journal", (RUN.run_id,), "none", 10)
    visited = replace(exported_workspace, is_read_only=True)
    assert b"10.1.2.3" in create_export(warehouse, exported_workspace, request)
    assert b"10.1.2.3" not in create_export(warehouse, visited, request)


@pytest.mark.parametrize(
    ("download_request", "words"),
    [
        (DownloadRequest("csv", (), "none", 0), "Choose at least one run"),
        (DownloadRequest("csv", ("r",), "none", MOST_REPLIES + 1), "5,001 replies; a download has at most 5,000"),
        (DownloadRequest("inspect", ("r",), "preview", MOST_WITH_PICTURES + 1), "has at most 2,000"),
    ],
)
def test_oversized_download_is_rejected_early(warehouse, exported_workspace, download_request, words):
    """A request beyond the limits has a reason, shown on the button, and is rejected if it is sent anyway."""
    assert words in download_request.why_not
    with pytest.raises(ExportError, match=words):
        create_export(warehouse, exported_workspace, download_request)
    assert DownloadRequest("csv", ("r",), "none", MOST_REPLIES).why_not is None


def test_a_second_export_waits(warehouse, exported_workspace, monkeypatch):
    """If it waits too long, the user is asked to try again later."""
    has_begun, may_continue = threading.Event(), threading.Event()
    export_runs = download.export_runs

    def slow(*arguments, **options):
        has_begun.set()
        assert may_continue.wait(20)
        return export_runs(*arguments, **options)

    monkeypatch.setattr(download, "export_runs", slow)
    monkeypatch.setattr(download, "WAIT_S", 0.01)
    bodies = []
    first = threading.Thread(target=lambda: bodies.append(create_export(warehouse, exported_workspace, REQUEST)))
    first.start()
    assert has_begun.wait(20)
    with pytest.raises(ExportError, match="Another export is running"):
        create_export(warehouse, exported_workspace, REQUEST)
    may_continue.set()
    first.join()
    assert bodies == [create_export(warehouse, exported_workspace, REQUEST)]


def test_file_names_state_benchmark_runs_and_format():
    """A single run is named, several are counted; the suffix is the format's, or that of a zip."""
    assert make_file_name(REQUEST, "tri_bench") == "trilens_tri_bench_acme-run_1_inspect.eval"
    assert make_file_name(DownloadRequest("inspect", ("a", "b"), "none", 2), "giq") == "trilens_giq_2_runs_inspect.zip"
    assert make_file_name(DownloadRequest("csv", ("a", "b"), "none", 2), "giq").endswith("csv.csv")
    assert make_file_name(DownloadRequest("fiftyone", ("a",), "preview", 2), "giq").endswith(".zip")
