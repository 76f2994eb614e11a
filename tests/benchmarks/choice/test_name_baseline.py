"""What somebody says to questions for a name who never looks."""

from types import SimpleNamespace

import pandas as pd
import pytest

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.name_baseline import build_name_baseline
from core.benchmarks.publications import MissingReply
from core.records import Question, Truth
from core.scoring.split_halves import split_halves

ASKS_ALL, ASKS_NAME = ("name", "kind"), ("name_of_three",)


def contents_of(solids):
    """Each solid by name and kind is asked for both, and, of three pictures, for the name alone."""
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
def test_a_name_of_the_commonest_kind_is_said(order):
    """In either half, in whatever order the cases come, although another case asks for the same name alone."""
    solids = {f"star {number}": "star" for number in range(30)} | {f"prism {number}": "prism" for number in range(6)}
    contents = contents_of(dict(list(solids.items())[::order]))
    replies = build_name_baseline(contents)
    assert set(replies) == {case.case_id for case in contents.cases}
    half_of = dict(zip(solids, split_halves(pd.Series(list(solids))), strict=True))
    for case_id, reply in replies.items():
        assert solids[reply] == "star"
        assert half_of[reply] != half_of[case_id.rsplit(" ", 1)[0]]


def test_a_name_that_is_right_twice_is_said_before_others():
    """Where names return, the commonest one."""
    contents = contents_of({f"{number}": "prism" for number in range(6)})
    contents.truths = [Truth(one.case_id, "key", one.question_id, "cube" if int(one.case_id[0]) % 3 else one.value)
                       for one in contents.truths]  # fmt: skip
    assert set(build_name_baseline(contents).values()) == {"cube"}


def test_with_one_group_nobody_can_choose():
    """There is no other half."""
    replies = build_name_baseline(contents_of({"cube": "prism"}))
    assert all(isinstance(reply, MissingReply) for reply in replies.values())
