"""Tests of the constant baseline of questions for a name."""

from types import SimpleNamespace

import pandas as pd
import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.name_baseline import build_name_baseline
from core.benchmarks.publications import MissingReply
from core.records import Question, Truth
from core.scoring.split_halves import split_halves

ASKS_ALL, ASKS_NAME = ("name", "kind"), ("name_of_three",)


def build_contents(solids):
    """Build contents that ask for name and kind of each solid, and for its name alone from three images."""
    cases, truths = [], []
    for name, kind in solids.items():
        for asks in (ASKS_ALL, ASKS_NAME):
            case_id = f"{name} {asks[0]}"
            cases.append(Case(case_id, name, name, tuple(CaseQuestion(asked) for asked in asks)))
            truths += [Truth(case_id, "key", asked, kind if asked == "kind" else name) for asked in asks]
    questions = [Question(asked, asked, asked, asked, kind) for asked, kind in
                 (("name", "name"), ("kind", "class"), ("name_of_three", "name"))]  # fmt: skip
    return SimpleNamespace(questions=questions, cases=cases, truths=truths)


@pytest.mark.parametrize("order", [1, -1])
def test_the_baseline_gives_a_name_of_the_most_common_kind(order):
    """It does so in both halves, for any order of cases, although another case asks for the name alone."""
    solids = {f"star {number}": "star" for number in range(30)} | {f"prism {number}": "prism" for number in range(6)}
    contents = build_contents(dict(list(solids.items())[::order]))
    replies = build_name_baseline(contents)
    assert set(replies) == {case.case_id for case in contents.cases}
    half_of = dict(zip(solids, split_halves(pd.Series(list(solids))), strict=True))
    for case_id, reply in replies.items():
        assert solids[reply] == "star"
        assert half_of[reply] != half_of[case_id.rsplit(" ", 1)[0]]


def test_the_baseline_prefers_the_most_common_name():
    """If names repeat, the most common one is given."""
    contents = build_contents({f"{number}": "prism" for number in range(6)})
    contents.truths = [Truth(one.case_id, "key", one.question_id, "cube" if int(one.case_id[0]) % 3 else one.value)
                       for one in contents.truths]  # fmt: skip
    assert set(build_name_baseline(contents).values()) == {"cube"}


def test_a_single_group_has_no_baseline():
    """The other half is empty, so there is no reply."""
    replies = build_name_baseline(build_contents({"cube": "prism"}))
    assert all(isinstance(reply, MissingReply) for reply in replies.values())
