"""Tests of the folders for lm-eval and lmms-eval, read as JSON lines."""

import base64
import json
import re

import pytest

from tests.exporters.made import GIQ, NASTY, RUN, make_replies_of_all_kinds


def read_lines(path):
    """Read one object per line; only a line feed ends a line."""
    return [json.loads(line, parse_constant=pytest.fail) for line in path.read_bytes().split(b"\n") if line]


def list_files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json*"))


@pytest.fixture
def lm_eval(export):
    """Export the run of all kinds for lm-eval and return its rows and results."""
    folder = export("lm-eval", "out").path
    results, samples = list_files(folder)
    assert (results, samples) == (
        "acme__spatial-v1/results_2026-11-21T20-00-00.000000.json",
        "acme__spatial-v1/samples_tri_bench_2026-11-21T20-00-00.000000.jsonl",
    )
    return read_lines(folder / samples), json.loads((folder / results).read_text())


@pytest.fixture
def lmms_eval(export):
    """Export the run of all kinds with original images for lmms-eval and return its rows and results."""
    folder = export("lmms-eval", "out", pictures="original").path
    results, samples = list_files(folder)
    assert (results, samples) == (
        "acme__spatial-v1/20261121_200000_results.json",
        "acme__spatial-v1/20261121_200000_samples_tri_bench.jsonl",
    )
    return read_lines(folder / samples), json.loads((folder / results).read_text())


def test_rows_for_lm_eval_have_the_keys_of_real_ones(lm_eval):
    """Each row has lm-eval's keys, the reply as the only repeat, and numbers for existing metrics."""
    rows, _ = lm_eval
    real = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash",
            "prompt_hash", "target_hash"}  # fmt: skip
    assert all(real <= set(row) for row in rows)
    assert [row["resps"] for row in rows] == [[[reply.raw or ""]] for reply in make_replies_of_all_kinds(RUN.run_id)]
    scores = {name: value for row in rows for name, value in row.items() if name not in real}
    assert all(re.fullmatch(r"Q\d_(3d|2d|audited)", name) and isinstance(value, float)
               for name, value in scores.items())  # fmt: skip
    assert rows[2].keys() == real  # refused: no score, not a score of 0


def test_values_of_a_key_have_one_type_over_all_rows(lm_eval):
    """`doc` has the same keys in every row, and all values are texts."""
    rows, _ = lm_eval
    assert len({tuple(row["doc"]) for row in rows}) == 1
    assert {type(value) for row in rows for value in row["doc"].values()} == {str}


def test_facts_unknown_to_lm_eval_are_in_our_key(lm_eval):
    """Status, error, tokens and time are JSON in `doc.trilens`, and the manifest is in the results' configuration."""
    rows, results = lm_eval
    ours = [json.loads(row["doc"]["trilens"]) for row in rows]
    assert [facts["status"] for facts in ours] == [reply.status for reply in make_replies_of_all_kinds(RUN.run_id)]
    assert (ours[0]["latency_s"], ours[5]["error"]) == (1.5, "429: too many requests")
    assert results["config"]["trilens"]["settings"] == RUN.settings


def test_results_have_means_and_numbers_of_missing_scores(lm_eval):
    """A mean is over existing scores, the others are counted, and no standard error is invented."""
    rows, results = lm_eval
    metrics = results["results"]["tri_bench"]
    scores = [row["Q1_3d"] for row in rows if "Q1_3d" in row]
    assert metrics["Q1_3d,none"] == sum(scores) / len(scores)
    assert metrics["Q1_3d_not_scored,none"] == len(rows) - len(scores) == 7
    assert metrics["Q1_3d_stderr,none"] == "N/A"
    assert results["model_name"] == "acme/spatial-v1"


def test_failures_are_marked_like_lmms_eval_s_own(lmms_eval):
    """A failed request starts with lmms-eval's words and has no score; others have the number it compares."""
    rows, results = lmms_eval
    assert rows[5]["filtered_resps"] == "[LMMS_EVAL_REQUEST_FAILED after 0 retries] 429: too many requests"
    scored = [row["case_id"] for row in rows if "tri_bench_score" in row]
    assert scored == ["001_P0", "001_P1", "003_P1"]
    assert rows[7]["filtered_resps"] == NASTY
    assert rows[0]["token_counts"] == [{"input_tokens": 430, "output_tokens": 43}]
    assert "token_counts" not in rows[2]
    assert results["config"]["resolved_cli_args"]["timezone"] == "UTC"
    questions = [row["Q1_3d"] for row in rows if "Q1_3d" in row]
    assert results["results"]["tri_bench"]["Q1_3d,none"] == sum(questions) / len(questions)


def test_rows_for_lmms_eval_have_the_image_or_its_name(lmms_eval, export, exported_workspace):
    """With original images each row has the file's bytes, without images its name."""
    rows, _ = lmms_eval
    for row in rows:
        (url,) = row["input_media"]
        original = exported_workspace.data.parent / "release/images/triangles_original" / f"{row['case_id']}.jpg"
        assert base64.b64decode(url.partition(",")[2]) == original.read_bytes()
    folder = export("lmms-eval", "names").path
    (samples,) = (path for path in folder.rglob("*.jsonl"))
    assert read_lines(samples)[0]["input_media"] == ["001_P0.jpg"]


def test_lmms_eval_compares_the_mean_over_a_case(export):
    """It uses the first number with `score` in its name, which is the mean over all questions of a case."""
    files = export("lmms-eval", "out", (), GIQ).path.rglob("*.jsonl")
    several = [row for path in files for row in read_lines(path) if "score_key_2" in row]
    assert several
    for row in several:
        assert next(name for name, value in row.items() if "score" in name and isinstance(value, float)) == "giq_score"


@pytest.mark.parametrize("key", ["lm-eval", "lmms-eval"])
def test_rows_of_different_questions_share_score_names(export, key):
    """If a case asks one of several questions, scores are named by truth, and means are also by question."""
    exported = export(key, "out", ["backwards"], GIQ)
    (path,) = exported.path.rglob("*.jsonl")
    rows = read_lines(path)
    assert [row["doc_id"] for row in rows] == list(range(exported.done.n_replies))
    assert {name for row in rows for name in row if name.startswith("score_")} == {"score_key", "score_outline"}
    assert all("score_key" in row for row in rows)
    (results,) = (json.loads(path.read_text()) for path in exported.path.rglob("*results*.json"))
    metrics = results["results"]["giq"]
    get_doc = (lambda row: row["doc"]) if key == "lm-eval" else (lambda row: row)
    for question in {get_doc(row)["question"] for row in rows}:
        scores = [row["score_key"] for row in rows if get_doc(row)["question"] == question]
        assert metrics[f"{question}_key,none"] == sum(scores) / len(scores)
    assert metrics["score_key,none"] == sum(row["score_key"] for row in rows) / len(rows)


def test_each_run_has_a_separate_folder(export):
    """Two runs of one model do not overwrite each other."""
    folder = export("lm-eval", "out", runs=()).path
    assert len({path.parent for path in folder.rglob("*.json")}) == 8
