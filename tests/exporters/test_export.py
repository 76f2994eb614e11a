"""Tests of all export formats: rejected requests, cleanup after failures, and reported omissions."""

import io
import json
import shutil
import zipfile

import pyarrow.parquet as pq
import pytest

from core.errors import ExportError
from core.exporters import export_images as pictures_module
from core.exporters.export import STAGE, export_runs
from core.exporters.field_names import make_unique, to_field_name, to_file_name, to_model_file_name
from core.exporters.formats import FORMS
from core.exporters.trilens_metadata import collect_run_facts
from core.warehouse.read import open_current
from core.workspace import Workspace
from tests.conftest import copy_data
from tests.exporters.made import RUN
from tests.test_main import run as run_command  # noqa: F401 - fixture


def read_files(path):
    """Return every file below a folder or in a zip by name."""
    if path.is_dir():
        return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.slow
@pytest.mark.parametrize("key", FORMS)
def test_a_zip_equals_the_folder_and_is_reproducible(export, key):
    """In every format, a folder and a zip have the same files, and two zips are equal."""
    first, second = (export(key, f"{name}.zip", runs=()).path for name in "ab")
    assert first.read_bytes() == second.read_bytes()
    suffix = FORMS[key].suffix
    if suffix and not FORMS[key].is_of_one_run:
        assert list(read_files(first).values()) == [export(key, f"a{suffix}", runs=()).path.read_bytes()]
    else:
        assert read_files(first) == read_files(export(key, "folder", runs=()).path)


@pytest.mark.slow
def test_different_members_have_different_dates(export):
    """The library `datasets` compares only path and date, so unpacked exports must differ in date."""
    several = [
        zipfile.ZipFile(export("lm-eval", f"{name}.zip", runs=runs).path) for name, runs in (("a", ()), ("b", ()))
    ]
    first, same = ({member.filename: member.date_time for member in archive.infolist()} for archive in several)
    assert first == same
    assert len(set(first.values())) == len({several[0].read(name) for name in first}) > 10
    assert all(1980 <= date[0] < 2000 for date in first.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "name", "options", "words"),
    [
        ("docx", "a.docx", {}, "Unknown export format 'docx'. Use one of: inspect, "),
        ("csv", "a.xlsx", {}, r"must end with .csv or .zip"),
        ("csv", "a.csv", {"pictures": "original"}, "csv has no images of the kind 'original'; it has none"),
        ("fiftyone", "a", {"pictures": "none"}, "it has preview, original"),
        ("inspect", "a.eval", {"runs": ()}, "8 runs are 8 files of the format inspect. Name a folder or a .zip"),
        ("inspect", "a.eval", {"runs": ["nobody"]}, "There is no run nobody. Available: "),
        ("huggingface", "full", {}, "already exists and is not empty"),
        ("csv", "full/file/a.csv", {}, "cannot be written"),
    ],
)
def test_invalid_request_writes_nothing(export, tmp_path, key, name, options, words):
    """The error lists the alternatives, and the folder is unchanged."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    before = read_files(tmp_path)
    with pytest.raises(ExportError, match=words):
        export(key, name, **options)
    assert read_files(tmp_path) == before


@pytest.mark.slow
@pytest.mark.parametrize("key", FORMS)
def test_failed_export_leaves_nothing(exported_workspace, tmp_path, key):
    """If the export fails midway, no file or folder remains."""

    def fail(progress):
        raise KeyboardInterrupt(progress.stage)

    for name in ("a.zip", "a.csv" if "csv" in key else "a"):
        with open_current(exported_workspace) as warehouse, pytest.raises(KeyboardInterrupt, match=STAGE):
            export_runs(warehouse, exported_workspace, tmp_path / name, key, report=fail)
    assert list(tmp_path.iterdir()) == []


def test_images_changed_since_the_build_are_left_out(exported_workspace, export, monkeypatch):
    """A changed original is not what the model saw; the outcome counts it."""
    read = pictures_module.Path.read_bytes
    monkeypatch.setattr(
        pictures_module.Path, "read_bytes", lambda path: b"another picture" if path.name == "001_P0.jpg" else read(path)
    )
    done = export("inspect", "a.eval", pictures="original")
    assert done.done.left_out == ("1 image is left out: the file has changed since the build; build again.",)
    sample = json.loads(read_files(done.path)["samples/001_P0_epoch_1.json"])
    assert sample["attachments"] == {}


def test_run_without_a_journal_raises_a_clear_error(exported_workspace, tmp_path):
    """The manifest is in the journal, so without it the error says what to do."""
    workspace = Workspace(tmp_path / "data")
    copy_data(exported_workspace.data, workspace.data)
    shutil.rmtree(workspace.runs)
    with open_current(workspace) as warehouse, pytest.raises(ExportError, match="acme-run 1 no longer exists"):
        export_runs(warehouse, workspace, tmp_path / "a.csv", "csv", [RUN.run_id])


@pytest.mark.slow
@pytest.mark.parametrize("key", FORMS)
def test_exports_for_visitors_have_no_server_urls(export, exported_workspace, key):
    """A visitor's download has neither the URL of a model's server nor a folder of this machine."""
    local, visitor = (export(key, f"{name}.zip", for_visitor=name == "b").path for name in "ab")
    bodies = [b"".join(_unpack(read_files(path))) for path in (local, visitor)]
    assert [b"10.1.2.3" in body for body in bodies] == [True, False]
    for body in bodies:
        assert str(exported_workspace.data.parent).encode() not in body


def _unpack(files):
    for name, body in files.items():
        if name.endswith(".parquet"):
            yield str(pq.read_table(io.BytesIO(body)).to_pylist()).encode()
        elif name.endswith(".eval"):
            with zipfile.ZipFile(io.BytesIO(body)) as archive:
                yield from (archive.read(member) for member in archive.namelist())
        else:
            yield body


def test_names_are_safe_and_unique():
    """Names of files and fields have no special characters, and none is lost."""
    assert [to_file_name(text) for text in ("../../x", "a b/c", "", ".hidden", "001_P0")] == [
        "x", "a_b_c", "unnamed", "hidden", "001_P0"
    ]  # fmt: skip
    assert [to_field_name(text) for text in ("Q1_3d", "2d", "a b", "_x", "")] == ["Q1_3d", "x_2d", "a_b", "x", "x"]
    assert make_unique(["a", "A", "a", "b"], ["b"]) == ["a", "A_2", "a_3", "b_2"]
    assert to_model_file_name("google/gemini:2.5") == "google__gemini__2.5"


def test_the_manifest_equals_that_of_the_journal():
    """Our key has the benchmark's id and the journal's first line."""
    assert collect_run_facts(RUN, "b") == {"benchmark_id": "b", **collect_run_facts(RUN, "b")}
    assert collect_run_facts(RUN, "b")["started_at"] == "2026-11-21T20:00:00+00:00"


@pytest.mark.slow
def test_the_export_command_reports_what_it_wrote(run_command, exported_workspace, tmp_path, monkeypatch):  # noqa: F811 - fixture
    """`export --as` writes one run or all runs, and cannot be combined with --table."""
    data = {"TRILENS_DATA": str(exported_workspace.data)}
    target = tmp_path / "a.eval"
    done = run_command("export", str(target), "--as", "inspect", "--run", RUN.run_id, **data)
    assert (done.returncode, done.stdout) == (0, f"10 replies of 1 run in {target}\n")
    done = run_command("export", str(tmp_path / "giq"), "--as", "journal", "--benchmark", "giq", **data)
    assert done.stdout.startswith("390 replies of 7 runs")
    for words, arguments in (
        ("Use only one of them", ("--as", "csv", "--table", "answers")),
        ("A table has no images", ("--pictures", "none")),
        ("Unknown export format 'x'", ("--as", "x")),
    ):
        done = run_command("export", str(tmp_path / "no.csv"), *arguments, **data)
        assert (done.returncode, words in done.stderr) == (1, True)
    assert not (tmp_path / "no.csv").exists()
