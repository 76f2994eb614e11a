"""A table of each type of questions becomes a benchmark whose replies are scored."""

import json

import pytest
from PIL import Image
from typer.testing import CliRunner

from core.benchmarks.registry import find_workspace
from core.cli.app import app
from core.question_types.registry import TYPES
from core.warehouse.read import open_current
from core.workspace import Workspace

RIGHT = {
    "number": ("2.5 m", "About 2.5 m."),
    "text": ("red", "red"),
    "point": ([[10, 10], [30, 10], [30, 25]], "(0.625, 0.4)"),
    "box": ([10, 12, 30, 24], "[0.25, 0.4, 0.75, 0.8]"),
    "order": (["near", "middle", "far"], "near, middle, far"),
    "choices": ("A, C", "The answer is A and C."),
}
"""Per type a key of a table, and a reply that is right."""


def invoke(*arguments):
    """Run a command and return its output."""
    result = CliRunner().invoke(app, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return result.output


def test_every_type_has_an_example():
    """The test covers every type, including new ones."""
    assert set(RIGHT) == set(TYPES)


@pytest.mark.parametrize("type_name", TYPES)
def test_a_table_of_each_type_is_added_and_scored(type_name, tmp_path, monkeypatch):
    """The key is understood, the warehouse accepts it, and a right reply scores 1."""
    monkeypatch.setenv("TRILENS_DATA", str(tmp_path / "data"))
    key, reply = RIGHT[type_name]
    rows, replies = [], []
    for number, colour in enumerate(("red", "green", "blue")):
        Image.new("RGB", (40, 30), colour).save(tmp_path / f"{number}.png")
        row = {"id": f"q{number}", "image": f"{number}.png", "question": "What is asked?", "answer": key}
        rows.append(row | {"options": ["cup", "plate", "chair"]} if type_name in ("choices", "order") else row)
        replies.append(f'q{number},"{reply}"')
    table, answers = tmp_path / "asked.jsonl", tmp_path / "replies.csv"
    table.write_text("".join(json.dumps(row) + "\n" for row in rows))
    answers.write_text("\n".join(["id,reply", *replies]))
    invoke("add", table, "--type", type_name)
    invoke("import", "--benchmark", "asked", "--model", "tester", answers)
    with open_current(find_workspace(Workspace(tmp_path / "data"), "asked")) as warehouse:
        scored = warehouse.load_table("scored_answers")
        kinds = warehouse.load_table("questions")["kind"]
    assert [kind.partition(":")[0] for kind in kinds] == [type_name]
    is_own = ~scored["model_id"].astype(str).str.startswith("blind_")
    assert scored.loc[is_own, "score"].tolist() == pytest.approx([1.0, 1.0, 1.0])
