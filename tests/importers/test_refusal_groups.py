"""Refusals become sentences per file, with the remedy that the user can choose."""

import pytest

from core.importers.case_matching import describe_other_task
from core.importers.refusal_groups import find_remedy, group_refusals, suggest_benchmark_id
from core.records import RejectedItem

ASKS = "it shows the image of photograph 001_P0 of tri_bench, but asks with its own options"
OTHER_TASK = f"{ASKS}; import the log as a separate benchmark: --as-benchmark NAME"
NO_CASE = (
    "neither an image nor an id in it belongs to a photograph; map index '3' to one: --map index.csv with the "
    "columns index and case_id"
)
NO_MODEL = "The file does not name the model. Give its name: --model NAME."


@pytest.mark.parametrize(
    ("reason", "remedy", "left"),
    [
        (OTHER_TASK, "new benchmark", ASKS),
        (f"{OTHER_TASK} (24 rows of boards, looker)", "new benchmark", f"{ASKS} (24 rows of boards, looker)"),
        (NO_CASE, "map", "neither an image nor an id in it belongs to a photograph"),
        (NO_MODEL, "model", "The file does not name the model"),
        ("its reply has 9 characters; the limit is 8", "", "its reply has 9 characters; the limit is 8"),
    ],
)  # fmt: skip
def test_a_reason_states_its_remedy(reason, remedy, left):
    """Options of the command line become remedies and leave the sentence; other reasons stay as they are."""
    (group,) = group_refusals([RejectedItem("a.eval", "sample 1", reason)])
    assert (group.remedy, group.reason) == (remedy, left)
    assert group.describe() == f"sample 1: {left}."


def test_the_remedy_is_found_in_the_importers_own_words():
    """The sentence about another task has the remedy of a new benchmark."""
    index = type("Index", (), {"word": "photograph", "benchmark_id": "tri_bench"})()
    assert find_remedy(describe_other_task(index, "001_P0")) == "new benchmark"


def test_rows_of_a_file_with_one_remedy_are_one_sentence():
    """Refusals are grouped by file and remedy, or by reason; the largest group comes first."""
    rows = [
        RejectedItem("b.csv", "row 9", "empty"),
        *(RejectedItem("a.eval", f"sample {number}", NO_CASE.replace("'3'", f"'{number}'")) for number in range(3)),
    ]
    first, second = group_refusals(rows)
    assert (first.source, first.n, first.remedy) == ("a.eval", 3, "map")
    assert first.describe().startswith("3 rows are refused. The first, sample 0: neither an image")
    assert (second.source, second.n, second.describe()) == ("b.csv", 1, "row 9: empty.")


def test_ids_of_new_benchmarks_are_free_and_valid():
    """An id consists of the file's name in the permitted characters, with a number if it is taken."""
    assert suggest_benchmark_id("D MCQ-a.eval", []) == "d_mcq_a"
    assert suggest_benchmark_id("D MCQ-a.eval", ["d_mcq_a"]) == "d_mcq_a_2"
    assert suggest_benchmark_id("§.json", []) == "logs"
    assert len(suggest_benchmark_id("x" * 90 + ".json", ["x" * 37])) <= 40
