"""Tests of Inspect's `.eval` format, read as a zip of JSON, and once by inspect_ai in a separate process."""

import base64
import json
import subprocess
import sys
import zipfile

import pytest

from core.settings import REPOSITORY
from tests.exporters.made import GIQ, NASTY, PROMPT, RUN, make_replies_of_all_kinds


def reject_constant(constant):
    raise AssertionError(f"{constant} is no JSON")


def read_members(path):
    """Return every member by name, in order; bare NaN is an error."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_DEFLATED}
        return {name: json.loads(archive.read(name), parse_constant=reject_constant) for name in archive.namelist()}


@pytest.fixture
def log(export):
    """Return the members of the log of the run of all kinds."""
    return read_members(export("inspect", "a.eval").path)


def list_samples(log):
    return {sample["id"]: sample for name, sample in log.items() if name.startswith("samples/")}


def test_a_log_has_the_members_that_the_viewer_needs(log):
    """Members are in Inspect's order, with one sample per case and summaries of the same samples."""
    names = list(log)
    assert (names[0], names[-2:]) == ("_journal/start.json", ["summaries.json", "header.json"])
    ids = [reply.case_id for reply in make_replies_of_all_kinds(RUN.run_id)]
    assert names[1:-2] == [f"samples/{case_id}_epoch_1.json" for case_id in ids]
    assert [summary["id"] for summary in log["summaries.json"]] == ids
    spec = log["header.json"]["eval"]
    assert (spec["task"], spec["model"]) == ("tri_bench", "acme/spatial-v1")
    assert spec["created"] == "2026-11-21T20:00:00+00:00"
    assert spec["dataset"]["sample_ids"] == ids
    assert spec["model_generate_config"] == {"max_tokens": 512}
    assert len({spec[name] for name in ("eval_id", "run_id", "task_id")}) == 3
    assert log["_journal/start.json"]["eval"] == spec


def test_every_status_is_written_like_inspect_does(log):
    """Cut, refused, filtered, failed and missing replies have Inspect's form; only readable ones have scores."""
    samples = list_samples(log)
    choices = {case_id: sample["output"]["choices"] for case_id, sample in samples.items()}
    reasons = {case_id: choice[0]["stop_reason"] for case_id, choice in choices.items() if choice}
    assert reasons == {"001_P0": "stop", "001_P1": "max_tokens", "001_T0": "stop", "001_T1": "content_filter",
                       "002_P0": "stop", "002_T1": "stop", "003_P0": "stop", "003_P1": "stop"}  # fmt: skip
    assert choices["001_T0"][0]["message"]["content"] == [
        {"type": "text", "text": "I cannot help with that.", "refusal": True}
    ]
    assert {case_id: sample["error"]["message"] for case_id, sample in samples.items() if "error" in sample} == {
        "002_P1": "429: too many requests", "002_T0": "CancelledError: it was not asked"
    }  # fmt: skip
    assert [case_id for case_id, sample in samples.items() if sample["scores"]] == ["001_P0", "001_P1", "003_P1"]
    assert samples["002_T1"]["output"]["completion"] == NASTY
    assert all(len(sample["events"]) == 1 for sample in samples.values())


def test_unknown_values_are_left_out_and_never_zero(log):
    """Unknown tokens and times are absent, means are over readable answers, and the others are counted."""
    samples = list_samples(log)
    assert samples["001_P0"]["output"]["usage"] == {"input_tokens": 430, "output_tokens": 43, "total_tokens": 473}
    assert [case_id for case_id, sample in samples.items() if "total_time" in sample] == ["001_P0", "001_P1", "002_P0"]
    assert samples["003_P1"]["model_usage"] == {}  # its number of output tokens is unknown
    results = log["header.json"]["results"]
    assert (results["total_samples"], results["completed_samples"]) == (10, 8)
    scores = {score["name"]: score for score in results["scores"]}
    values = [sample["scores"][name]["value"] for sample in samples.values() for name in ("Q3_3d",)
              if name in sample["scores"]]  # fmt: skip
    assert scores["Q3_3d"]["metrics"]["mean"]["value"] == sum(values) / len(values)
    assert scores["Q3_3d"]["unscored_samples"] == 10 - len(values)


def test_the_journal_s_facts_are_in_our_key(log):
    """`metadata.trilens` has the facts unknown to Inspect: the manifest, and each reply without its text."""
    ours = log["header.json"]["eval"]["metadata"]["trilens"]
    assert (ours["benchmark_id"], ours["run_id"], ours["settings"]) == ("tri_bench", RUN.run_id, RUN.settings)
    replies = {case_id: sample["metadata"]["trilens"] for case_id, sample in list_samples(log).items()}
    assert replies["001_P0"]["said_score"] == 0.5
    assert "reply" not in replies["002_P0"]
    assert replies["003_P0"] == {"case_id": "003_P0", "reply": None, "status": "empty"}


@pytest.mark.parametrize("pictures", ["preview", "original", "none"])
def test_images_are_attachments(export, exported_workspace, pictures):
    """An original is the file's bytes, a preview is a small copy, and without images there is only text."""
    log = read_members(export("inspect", "a.eval", pictures=pictures).path)
    sample = log["samples/001_P0_epoch_1.json"]
    *images, text = sample["messages"][0]["content"]
    assert text["text"] == PROMPT
    if pictures == "none":
        assert (images, sample["attachments"]) == ([], {})
        return
    url = sample["attachments"][images[0]["image"].removeprefix("attachment://")]
    kind, _, body = url.partition(";base64,")
    if pictures == "original":
        original = exported_workspace.data.parent / "release" / "images" / "triangles_original" / "001_P0.jpg"
        assert (kind, base64.b64decode(body)) == ("data:image/jpeg", original.read_bytes())
    else:
        assert kind == "data:image/webp"


def test_letters_and_options_are_those_the_model_saw(export):
    """With options in another order, target and answer are the letters as seen by the model."""
    log = read_members(export("inspect", "b.eval", ["backwards"], GIQ).path)
    samples = list_samples(log)
    assert len(samples) == 30
    for sample in samples.values():
        assert sample["metadata"]["trilens"]["options"] == sample["choices"]
        text = sample["messages"][0]["content"][-1]["text"]
        assert all(f"{letter}. {option}" in text for letter, option in zip("ABCDEFGH", sample["choices"], strict=False))
        for name, score in sample["scores"].items():
            assert score["answer"] == "A"
            if name.endswith("_key"):
                assert score["value"] == float(sample["target"] == "A")
    assert {len(sample["attachments"]) for sample in samples.values()} >= {1, 2}


def test_equal_content_has_equal_bytes(export):
    """Two exports of one warehouse are equal files."""
    assert export("inspect", "a.eval").path.read_bytes() == export("inspect", "b.eval").path.read_bytes()


READER = """
import json, sys
from inspect_ai.analysis import events_df, messages_df, samples_df
from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries
log = read_eval_log(sys.argv[1], resolve_attachments=True)
frame = samples_df(sys.argv[1])
print(json.dumps({
    "status": log.status, "samples": len(log.samples), "summaries": len(read_eval_log_sample_summaries(sys.argv[1])),
    "messages": len(messages_df(sys.argv[1])), "events": len(events_df(sys.argv[1])),
    "Q1": frame["score_Q1_3d"].count(),
    "errors": [s.id for s in log.samples if s.error], "image": log.samples[0].messages[0].content[0].image[:15],
    "refusal": log.samples[2].output.choices[0].message.content[0].refusal,
}, default=int))
"""


@pytest.mark.slow
def test_inspect_reads_the_log(export):
    """The library reads samples, summaries, tables, errors, the refusal and the image."""
    path = export("inspect", "a.eval").path
    done = subprocess.run(
        [sys.executable, "-c", READER, path], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "status": "success", "samples": 10, "summaries": 10, "messages": 17, "events": 10, "Q1": 3,
        "errors": ["002_P1", "002_T0"], "image": "data:image/webp", "refusal": True,
    }  # fmt: skip
