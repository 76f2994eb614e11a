"""`import --as-benchmark`: logs become a custom benchmark, and the same logs are imported into it."""

import json
import shutil
from collections import defaultdict

import pytest
from typer.testing import CliRunner

from core.analyses.circular_eval import compute_circular_gaps
from core.atomic_files import compute_file_sha256
from core.benchmarks.registry import find_workspace
from core.cli.app import app
from core.errors import ReleaseError, ReplyFileError
from core.importers import image_folder
from core.importers.benchmark_index import load_benchmark_indexes
from core.importers.image_folder import ImageFolder
from core.runs.journal import list_journal_paths, read_journal
from core.warehouse.read import NO_FILTERS, open_current
from core.workflows.benchmark_from_logs import add_benchmark_of_logs
from core.workflows.log_questions import NO_KEY
from core.workspace import Workspace
from tests.analyses.summed import summed_sets
from tests.importers.made_inspect import header, message, sample, write_eval
from tests.importers.pictures import data_uri, drawn

SHAPES = ("circle", "square", "line")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return an empty data folder."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    return Workspace(tmp_path / "data")


@pytest.fixture
def logs(tmp_path):
    """Return a folder for logs."""
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs"


def asked(number, letter="A", order=SHAPES, target="C", **changed):
    """Make a question about a generated image, with options as the model saw them and as in the data set."""
    sent = "Which is it?\n\n" + "\n".join(f"{sign}) {text}" for sign, text in zip("ABC", order, strict=True))
    one = sample(f"shape-{number}", "Which is it?", f"ANSWER: {letter}", numbers=(number,))
    one |= {"choices": list(SHAPES), "target": target}
    one["metadata"] = {"room": "dark" if number % 2 else "bright", "file": f"{number}.png"}
    one["events"][0]["input"] = [message(sent, number)]
    return one | changed


def imported(*arguments):
    result = CliRunner().invoke(app, ["import", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_logs_become_a_benchmark_with_their_runs(home, logs):
    """Questions, displayed options, key, image, task and factors are read.

    Both models' runs are ranked on the benchmark.
    """
    write_eval(logs / "a.eval", [asked(number) for number in range(4)])
    other = [asked(number, "B", ("square", "line", "circle")) for number in range(4)]
    write_eval(logs / "b.eval", other, said=header(model="other/model"))
    printed = imported(logs, "--as-benchmark", "shapes")
    assert "shapes: 4 questions from the logs." in printed
    assert "Accuracy in percent over readable answers, best first:" in printed
    with open_current(find_workspace(home, "shapes")) as warehouse:
        assert list(warehouse.query("case_ids")["case_id"]) == [f"shape-{number}" for number in range(4)]
        rows = warehouse.load_table("scored_answers")
        assert set(rows["room"]) == {"dark", "bright"}
        assert "file" not in rows.columns
        assert set(rows["question_id"]) == {"shapes"}
        score = rows.groupby("model_id")["score"].mean()
    assert score["import:openai/gpt-x"] == 0.0
    assert score["import:other/model"] == 1.0
    journals = [read_journal(path) for path in list_journal_paths(find_workspace(home, "shapes").runs)]
    seen = {one.run.model.display_name: one.replies[0].options for one in journals}
    assert (seen["openai/gpt-x"], seen["other/model"]) == (None, ("square", "line", "circle"))


@pytest.mark.slow
def test_repeated_import_gives_the_same_runs(home, logs):
    """A later import finds the benchmark and its rows without naming it."""
    path = write_eval(logs / "a.eval", [asked(number) for number in range(3)])
    imported(path, "--as-benchmark", "shapes", "--no-build")
    before = list_journal_paths(find_workspace(home, "shapes").runs)
    assert "already imported" in imported(path, "--no-build")
    assert list_journal_paths(find_workspace(home, "shapes").runs) == before


@pytest.mark.slow
@pytest.mark.parametrize(("changed", "words"), [
    ({"choices": None}, "it has no options"), ({"target": "Z"}, "'Z' is not one of its options"),
    ({"attachments": {}}, "its image is not in the log"),
    ({"choices": ["a", "a", "b"], "events": []}, "options A and B are the same"),
])  # fmt: skip
def test_invalid_questions_are_rejected_by_row(home, logs, changed, words):
    """Open questions, unknown keys, missing images and duplicate options are left out, each with its reason."""
    path = write_eval(logs / "a.eval", [asked(1), asked(2), asked(3) | changed])
    made = add_benchmark_of_logs(home, "shapes", [path])
    assert (made.added.items, made.refused) == (2, 1)
    assert words in made.refusals[0].reason
    assert made.refusals[0].location == "sample shape-3, epoch 1"


def lines(*rows):
    """Return lmms-eval samples about drawn images: number, answered letter, options and right answer of each."""
    values = [
        {
            "doc_id": number, "target": target, "filtered_resps": said, "input_media": [data_uri(number)],
            "input": "Which is it?\n" + "\n".join(f"{sign}. {text}" for sign, text in zip("ABC", order, strict=True)),
        }
        for number, said, order, target in rows
    ]  # fmt: skip
    return "".join(json.dumps(one) + "\n" for one in values)


@pytest.mark.slow
def test_logs_of_several_programs_are_about_the_same_questions(home, logs):
    """Image, words and options define a question, whatever task name and number format a program uses."""
    numbers = ("0.70", "1", "2.5")
    write_eval(logs / "a.eval", [asked(n, "A", numbers) | {"choices": list(numbers)} for n in range(3)])
    write_eval(logs / "b.eval", [asked(n, "C", numbers) | {"choices": list(numbers)} for n in range(3)],
               said=header(model="other/model", task="the same again"))  # fmt: skip
    other = ("1.0", "2.50", "0.7")
    (logs / "c.jsonl").write_text(lines(*((number, "B", other, "B") for number in range(3))))
    printed = imported(logs, "--as-benchmark", "shapes", "--model", "third")
    assert "shapes: 3 questions from the logs." in printed
    assert printed.count("3 items matched, 0 of the benchmark are missing") == 3
    with open_current(find_workspace(home, "shapes")) as warehouse:
        rows = warehouse.load_table("scored_answers")
    scores = rows[rows["model_id"].str.startswith("import:")].groupby("model_id")["score"].mean()
    assert scores.to_dict() == {"import:openai/gpt-x": 0.0, "import:other/model": 1.0, "import:third": 1.0}


@pytest.mark.slow
def test_a_log_without_a_key_answers_questions_whose_key_another_one_says(home, logs):
    """Rows without a target are refused only if no log states it; otherwise they are runs like the others."""
    (logs / "a.jsonl").write_text(lines((0, "A", SHAPES, ""), (1, "A", SHAPES, ""), (7, "A", SHAPES, "")))
    write_eval(logs / "b.eval", [asked(0), asked(1)])
    made = add_benchmark_of_logs(home, "shapes", [logs])
    assert (made.added.items, made.refused) == (2, 1)
    assert [(one.location, one.reason) for one in made.refusals] == [("line 3", NO_KEY)]
    printed = imported(logs, "--benchmark", "shapes", "--model", "third", "--no-build")
    assert printed.count("2 items matched, 0 of the benchmark are missing") == 2


@pytest.mark.slow
def test_contradictory_keys_are_rejected(home, logs):
    """If logs contradict each other the first key stays, and the other row reports it."""
    write_eval(logs / "a.eval", [asked(0), asked(1)])
    (logs / "b.jsonl").write_text(lines((0, "A", SHAPES, "A")))
    made = add_benchmark_of_logs(home, "shapes", [logs])
    assert (made.added.items, made.refused) == (2, 1)
    assert made.refusals[0].reason.startswith("its right option is 'circle', but the logs contain the same question")


@pytest.mark.slow
def test_open_questions_about_its_pictures_are_not_its_own(home, logs):
    """Open questions about images of a benchmark with options are refused as a whole, even if the rows have its ids."""
    write_eval(logs / "a.eval", [asked(0), asked(1)])
    imported(logs, "--as-benchmark", "shapes", "--no-build")
    opened = [sample(f"shape-{number}", "How large is it?", "5", numbers=(number,)) for number in range(2)]
    result = CliRunner().invoke(app, ["import", str(write_eval(logs / "b.eval", opened)), "--benchmark", "shapes"])
    assert "asks something else" in result.output
    assert "(2 rows of shapes, openai/gpt-x)" in result.output


@pytest.mark.slow
def test_a_file_that_states_no_question_is_refused_once(home, logs):
    """A table of replies next to the logs is rejected once, and does not stop the logs."""
    write_eval(logs / "a.eval", [asked(0), asked(1)])
    (logs / "b.csv").write_text("case_id,reply\nnowhere,x\n")
    printed = imported(logs, "--as-benchmark", "shapes", "--no-build")
    assert printed.count("b.csv") == 1
    assert "2 items matched" in printed


def test_a_log_without_a_question_adds_nothing(home, logs):
    """The error gives the first row's reason, and no folder is left."""
    path = write_eval(logs / "a.eval", [asked(1, choices=None)])
    with pytest.raises(ReleaseError, match="no question that can be used.*it has no options"):
        add_benchmark_of_logs(home, "shapes", [path])
    assert not find_workspace(home, home.benchmark_id).select_benchmark("shapes").data.exists()
    with pytest.raises(ReleaseError, match="cannot be the id"):
        add_benchmark_of_logs(home, "giq", [write_eval(logs / "b.eval", [asked(1), asked(2)])])


@pytest.mark.parametrize("with_named_log", [False, True])
def test_a_log_that_does_not_name_its_model_adds_nothing(home, logs, with_named_log):
    """The check comes before anything is written, so that the same command with --model works."""
    (logs / "nameless.jsonl").write_text(lines(*((number, "B", SHAPES, "B") for number in range(3))))
    if with_named_log:
        write_eval(logs / "named.eval", [asked(5), asked(6)])
    result = CliRunner().invoke(app, ["import", str(logs), "--as-benchmark", "shapes", "--no-build"])
    assert isinstance(result.exception, ReplyFileError)
    assert "nameless.jsonl does not name the model, so nothing was added. Give its name: --model" in str(
        result.exception
    )
    assert not home.select_benchmark("shapes").data.exists()
    printed = imported(logs, "--as-benchmark", "shapes", "--no-build", "--model", "third")
    assert f"shapes: {5 if with_named_log else 3} questions from the logs." in printed


def test_oversized_image_is_not_decoded(home, logs, monkeypatch):
    """The pixel limit is checked and reported before an image is decoded."""
    monkeypatch.setattr(image_folder, "MAX_PIXELS", 11)
    with pytest.raises(ReleaseError, match="4 x 3 pixels are more than"):
        add_benchmark_of_logs(home, "shapes", [write_eval(logs / "a.eval", [asked(1), asked(2)])])
    assert not find_workspace(home, home.benchmark_id).select_benchmark("shapes").data.exists()


@pytest.mark.slow
def test_duplicate_ids_are_separate_questions(home, logs):
    """Another program's id may occur twice; the second question's id gets a checksum."""
    twice = asked(2) | {"id": "shape-1", "epoch": 2}
    made = add_benchmark_of_logs(home, "shapes", [write_eval(logs / "a.eval", [asked(1), twice])])
    assert made.added.items == 2
    with open_current(find_workspace(home, "shapes")) as warehouse:
        first, second = warehouse.query("case_ids")["case_id"]
    assert first == "shape-1"
    assert second.startswith("shape-1-")


WITHOUT_PICTURES = ("vlmevalkit/a_mcq", "lm-eval/c_mcq_gen", "lmms-eval/c_mcq")


@pytest.mark.parametrize("log", WITHOUT_PICTURES)
def test_real_logs_without_pictures_take_them_from_a_folder(home, samples, recorded_items, tmp_path, log):
    """Every question shows its own photograph, by the name that each program wrote, in any order of rows."""
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in reversed(recorded_items):
        shutil.copyfile(samples / "photos" / f"{name}.jpg", photos / f"{name}.jpg")
    (photos / f"{min(recorded_items)}.jpg").unlink()
    made = add_benchmark_of_logs(home, "ratios", [samples / log], pictures=ImageFolder(photos), is_built=False)
    assert made.added.items == 23
    assert made.refused == len({one.location for one in made.refusals})
    assert all("is not in photos" in one.reason or "none of the 23 images" in one.reason for one in made.refusals)
    (known,) = load_benchmark_indexes(home.select_benchmark("ratios"), "ratios")
    named = {compute_file_sha256(photos / path.name): path.stem for path in photos.iterdir()}
    keys = {truth.case_id: truth.value for truth in known.contents.truths}
    for case in known.contents.cases:
        asked = recorded_items[named[compute_file_sha256(known.folder / case.images[0])]]
        assert list(map(float, case.asks[0].options)) == list(map(float, asked["options"]))
        assert keys[case.case_id] == asked["answer"]


def circular_table(path, rows):
    """Return VLMEvalKit predictions as JSON: index, options in displayed order, key and prediction of each row."""
    values = [
        {"index": index, "question": "Which is it?", **dict(zip("ABC", options, strict=True)), "answer": answer,
         "prediction": prediction}
        for index, options, answer, prediction in rows
    ]  # fmt: skip
    path.write_text(json.dumps(values))
    return path


@pytest.mark.slow
def test_rotated_rows_are_a_set_with_its_scores(home, logs, tmp_path):
    """Circular rows of VLMEvalKit count together: right in all orders or not, with the gap to the first order."""
    (tmp_path / "photos").mkdir()
    for number in (3, 5):
        (tmp_path / "photos" / f"{number}.png").write_bytes(drawn(number))
    turned = ("square", "line", "circle")
    circular_table(logs / "looker_Shapes.json", [
        (3, SHAPES, "A", "A"), (5, SHAPES, "B", "B"), (1_000_003, turned, "C", "C"), (1_000_005, turned, "A", "B"),
    ])  # fmt: skip
    printed = imported(logs, "--as-benchmark", "shapes", "--images", tmp_path / "photos", "--model", "looker")
    assert "shapes: 4 questions from the logs, 2 circular sets." in printed
    assert "4 items matched, 0 of the benchmark are missing" in printed
    with open_current(find_workspace(home, "shapes")) as warehouse:
        assert set(warehouse.load_table("case_sets")["set_id"]) == {"3", "5"}
        answers, sets = (warehouse.query(name, filters=NO_FILTERS) for name in ("answers", "set_cases"))
    found = compute_circular_gaps(summed_sets(answers, sets), sets)
    looker = found.by_run[found.by_run["label"].str.contains("looker")].iloc[0]
    assert (looker["first"], looker["every"], looker["value"]) == (100.0, 50.0, 50.0)


def hits_of_3dsrbench(path, hits):
    """Return an lmms-eval log in the format of its task 3dsr_circular, with a hit or a miss by each row's id."""
    lines = []
    for number, (qid, is_hit) in enumerate(hits.items()):
        options = ("higher", "lower") if qid.endswith("-1") else ("lower", "higher")
        key = "AB"[options.index("lower")]
        entry = {"index": number, "qid": qid, "score": float(is_hit), "main_category": "location"}
        prompt = f"Question: Which is it?\nOptions:\nA. {options[0]}\nB. {options[1]}\nSelect."
        reply = key if is_hit else "AB".replace(key, "")
        lines.append({
            "doc_id": number, "target": key, "filtered_resps": reply, "input": prompt, "vanilla_accuracy": entry,
            "input_media": [data_uri(9 if "flip" in qid else 8 if qid.startswith(("VIN", "shape")) else 7)],
        })  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_suffixes_of_3dsrbench_are_sets(home, logs):
    """Hits 1, 1, 1, 0 of X, X-1, X-flip, X-flip-1 are 75 vanilla, 50 flip, 50 circular and 0 strict.

    Source: docs/benchmarks/threedsr.md, scores.
    """
    hits = {"VIN6MS3J-1": 1, "VIN6MS3J-flip": 1, "VIN6MS3J": 1, "VIN6MS3J-flip-1": 0, "ABCD2345-0": 1}
    path = hits_of_3dsrbench(logs / "a.jsonl", hits)
    made = add_benchmark_of_logs(home, "relations", [path], is_built=False)
    (known,) = load_benchmark_indexes(home.select_benchmark("relations"), "relations")
    hit_of = dict(zip(known.cases, hits.values(), strict=True))
    by_protocol = defaultdict(list)
    for one in known.contents.sets:
        by_protocol[one.protocol].append(all(hit_of[case_id] for case_id in one.case_ids))
    assert {name: sorted(found) for name, found in by_protocol.items()} == {
        "circular": [False, True], "flip": [False, True], "flip_circular": [False],
    }  # fmt: skip
    assert made.added.sets == {"circular": 2, "flip": 2, "flip_circular": 1}
    assert len({case.group_id for case in known.contents.cases}) == 2


def test_ids_that_only_look_like_rotations_are_no_sets(home, logs):
    """Numbered questions about several images, and repeats of one, are not treated as rotations of each other."""
    lines = hits_of_3dsrbench(logs / "a.jsonl", dict.fromkeys(("shape001-2", "shape001-3"), 1)).read_text()
    again = lines.replace(data_uri(8), data_uri(5), 1)
    (logs / "a.jsonl").write_text(again)
    made = add_benchmark_of_logs(home, "numbered", [logs / "a.jsonl"], is_built=False)
    assert (made.added.items, made.added.sets) == (2, {})
    (logs / "a.jsonl").write_text(lines)
    made = add_benchmark_of_logs(home, "repeated", [logs / "a.jsonl"], is_built=False)
    assert (made.added.items, made.added.sets) == (1, {})
