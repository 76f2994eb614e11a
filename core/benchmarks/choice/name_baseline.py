"""Constant baseline for questions for a name: the best name to give without looking, chosen on other groups."""

from collections import Counter, defaultdict

import pandas as pd

from core.benchmarks.data import BenchmarkData
from core.benchmarks.publications import MissingReply
from core.scoring.split_halves import split_halves


def build_name_baseline(contents: BenchmarkData) -> dict[str, str | MissingReply]:
    """Return the reply to each case that asks for a name, by case.

    A name is chosen on the other half of the groups: of the true names there, the one that answers most of the
    questions of its cases. If every group has a different name, no name is true twice, and the choice
    depends on the answers that follow from a name, such as the commonest kind.
    """
    kinds = {question.question_id: question.kind for question in contents.questions}
    of_name = {
        case.case_id: case.group_id for case in contents.cases if any(kinds[a.question_id] == "name" for a in case.asks)
    }
    truths: dict[str, dict[str, str]] = defaultdict(dict)
    for truth in contents.truths:
        if truth.case_id in of_name:
            truths[truth.case_id][truth.question_id] = str(truth.value)
    rows = pd.DataFrame({"case_id": list(of_name), "group_id": list(of_name.values())})
    rows["half"] = split_halves(rows["group_id"])
    replies: dict[str, str | MissingReply] = {}
    for half in (0, 1):
        elsewhere = [truths[case_id] for case_id in rows.loc[rows["half"] != half, "case_id"]]
        best = _find_best_name(elsewhere, [question_id for question_id, kind in kinds.items() if kind == "name"])
        reply = MissingReply("too few groups to choose on the other half of them") if best is None else best
        replies |= dict.fromkeys(rows.loc[rows["half"] == half, "case_id"], reply)
    return replies


def _find_best_name(cases: list[dict[str, str]], name_questions: list[str]) -> str | None:
    """Return the name whose case shares the most answers with the cases; of equals, the first in alphabetical order."""
    if not cases:
        return None
    counts = Counter((question_id, value) for case in cases for question_id, value in case.items())
    rated: Counter[str] = Counter()
    for case in cases:
        told = sum(counts[one] for one in case.items())
        for question_id in name_questions:
            if question_id in case:  # another case may ask for the same name but fewer answers that follow from it
                rated[case[question_id]] = max(rated[case[question_id]], told)
    return min(rated, key=lambda name: (-rated[name], name))
