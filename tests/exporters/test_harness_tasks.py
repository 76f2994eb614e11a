"""lm-eval's and lmms-eval's folders, read as JSON lines."""

import base64
import json
import re

import pytest

from tests.exporters.made import GIQ, NASTY, RUN, replies_of_all_kinds


def read_lines(path):
    """One object a line: only a line feed ends one."""
    return [json.loads(line, parse_constant=pytest.fail) for line in path.read_bytes().split(b"\n") if line]


def files_of(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json*"))


@pytest.fixture
def lm_eval(export):
    """The folder of the run of all kinds: its rows, and its results."""
    folder = export("lm-eval", "out").path
    results, samples = files_of(folder)
    assert (results, samples) == (
        "acme__spatial-v1/results_2026-11-21T20-00-00.000000.json",
        "acme__spatial-v1/samples_tri_bench_2026-11-21T20-00-00.000000.jsonl",
    )
    return read_lines(folder / samples), json.loads((folder / results).read_text())


@pytest.fixture
def lmms_eval(export):
    """The same of lmms-eval, with original pictures."""
    folder = export("lmms-eval", "out", pictures="original").path
    results, samples = files_of(folder)
    assert (results, samples) == (
        "acme__spatial-v1/20261121_200000_results.json",
        "acme__spatial-v1/20261121_200000_samples_tri_bench.jsonl",
    )
    return read_lines(folder / samples), json.loads((folder / results).read_text())


def test_a_row_of_lm_eval_has_the_keys_of_a_real_one(lm_eval):
    """Each row has what lm-eval logs, the reply as its only repeat, and numbers for the metrics that exist."""
    rows, _ = lm_eval
    real = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash",
            "prompt_hash", "target_hash"}  # fmt: skip
    assert all(real <= set(row) for row in rows)
    assert [row["resps"] for row in rows] == [[[reply.raw or ""]] for reply in replies_of_all_kinds(RUN.run_id)]
    scores = {name: value for row in rows for name, value in row.items() if name not in real}
    assert all(re.fullmatch(r"Q\d_(3d|2d|audited)", name) and isinstance(value, float)
               for name, value in scores.items())  # fmt: skip
    assert rows[2].keys() == real  # refused: no score, and none that is 0


def test_values_of_a_key_have_one_type_over_all_rows(lm_eval):
    """`doc` has the same keys in every row, and all of them are texts."""
    rows, _ = lm_eval
    assert len({tuple(row["doc"]) for row in rows}) == 1
    assert {type(value) for row in rows for value in row["doc"].values()} == {str}


def test_what_lm_eval_has_no_place_for_is_in_our_key(lm_eval):
    """Status, error, tokens and time are in `doc.trilens` as JSON text, the manifest in the results' configuration."""
    rows, results = lm_eval
    ours = [json.loads(row["doc"]["trilens"]) for row in rows]
    assert [one["status"] for one in ours] == [reply.status for reply in replies_of_all_kinds(RUN.run_id)]
    assert (ours[0]["latency_s"], ours[5]["error"]) == (1.5, "429: too many requests")
    assert results["config"]["trilens"]["settings"] == RUN.settings


def test_results_say_means_and_how_many_are_missing(lm_eval):
    """A mean is over the scores that exist; the others are counted beside it, and no error is made up."""
    rows, results = lm_eval
    said = results["results"]["tri_bench"]
    found = [row["Q1_3d"] for row in rows if "Q1_3d" in row]
    assert said["Q1_3d,none"] == sum(found) / len(found)
    assert said["Q1_3d_not_scored,none"] == len(rows) - len(found) == 7
    assert said["Q1_3d_stderr,none"] == "N/A"
    assert results["model_name"] == "acme/spatial-v1"


def test_lmms_eval_marks_a_failure_as_its_own(lmms_eval):
    """A failed call begins with the words of lmms-eval and has no score; others have a number that it compares by."""
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


def test_lmms_eval_has_the_file_or_its_name(lmms_eval, export, exported_settings):
    """With original pictures each row has the bytes of its file, without pictures the name."""
    rows, _ = lmms_eval
    for row in rows:
        (url,) = row["input_media"]
        original = exported_settings.data.parent / "release/images/triangles_original" / f"{row['case_id']}.jpg"
        assert base64.b64decode(url.partition(",")[2]) == original.read_bytes()
    folder = export("lmms-eval", "names").path
    (samples,) = (path for path in folder.rglob("*.jsonl"))
    assert read_lines(samples)[0]["input_media"] == ["001_P0.jpg"]


def test_lmms_eval_compares_by_the_mean_over_a_case(export):
    """It takes the first number whose name has `score` in it, which is the mean over all questions of a case."""
    files = export("lmms-eval", "out", (), GIQ).path.rglob("*.jsonl")
    several = [row for path in files for row in read_lines(path) if "score_key_2" in row]
    assert several
    for row in several:
        assert next(name for name, value in row.items() if "score" in name and isinstance(value, float)) == "giq_score"


@pytest.mark.parametrize("key", ["lm-eval", "lmms-eval"])
def test_rows_of_several_questions_share_their_names_of_scores(export, key):
    """Where a case asks one of several questions its scores are named by the truth, and means are by question too."""
    exported = export(key, "out", ["backwards"], GIQ)
    (path,) = exported.path.rglob("*.jsonl")
    rows = read_lines(path)
    assert [row["doc_id"] for row in rows] == list(range(exported.done.n_replies))
    assert {name for row in rows for name in row if name.startswith("score_")} == {"score_key", "score_outline"}
    assert all("score_key" in row for row in rows)
    (results,) = (json.loads(one.read_text()) for one in exported.path.rglob("*results*.json"))
    said = results["results"]["giq"]
    where = (lambda row: row["doc"]) if key == "lm-eval" else (lambda row: row)
    for question in {where(row)["question"] for row in rows}:
        scores = [row["score_key"] for row in rows if where(row)["question"] == question]
        assert said[f"{question}_key,none"] == sum(scores) / len(scores)
    assert said["score_key,none"] == sum(row["score_key"] for row in rows) / len(rows)


def test_two_runs_of_a_model_have_folders_of_their_own(export):
    """Two runs of one model do not write over each other."""
    folder = export("lm-eval", "out", runs=()).path
    assert len({path.parent for path in folder.rglob("*.json")}) == 8
