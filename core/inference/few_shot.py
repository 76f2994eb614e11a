"""Solved examples before a case: other cases of the same question, each with its images, text and answer.

Source: MMPerspective, in-context learning: one random example of the same task with another image.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.benchmarks.cases import Case
from core.benchmarks.choice.items import LETTERS, TEXT, has_place
from core.benchmarks.data import BenchmarkData
from core.errors import SelectionError
from core.inference.prompt_message import build_message

MOST_EXAMPLES = 8
SEED = 0


@dataclass(frozen=True, slots=True)
class SolvedCase:
    """A case with its right answer."""

    case: Case
    answer: str

    def reply(self, prompt: str = TEXT) -> str:
        """Return the answer as a reply states it: the letter, or the option's text if the prompt lists no letters."""
        answer = self.answer if has_place(prompt) else self.case.asks[0].options[LETTERS.index(self.answer)]
        return f"The correct answer is {answer}."


def choose_examples(
    contents: BenchmarkData, case_ids: list[str], count: int, seed: int = SEED
) -> dict[str, tuple[SolvedCase, ...]]:
    """Choose examples for each of these cases, the same in every call.

    A case's examples depend only on the seed and on the cases of its question, not on which other cases are asked. None
    is from the case's own group: a changed image of the same scene would reveal the answer.

    Raises:
        SelectionError: a case asks no multiple-choice question, or its question has too few cases of other groups.
    """
    if not count:
        return {}
    if not 0 < count <= MOST_EXAMPLES:
        raise SelectionError(f"{count} is not a possible number of examples. Choose 1 to {MOST_EXAMPLES}.")
    by_id = {case.case_id: case for case in contents.cases}
    answers = {
        truth.case_id: str(truth.value) for truth in contents.truths if truth.frame in contents.list_frames("truth")
    }
    of_question: dict[str, list[Case]] = {}
    for case in contents.cases:
        if len(case.asks) == 1 and case.asks[0].options:
            of_question.setdefault(case.asks[0].question_id, []).append(case)
    found = {}
    for case_id in case_ids:
        case = by_id[case_id]
        question_id = case.asks[0].question_id
        if case not in of_question.get(question_id, ()):
            raise SelectionError(f"{case_id} is not a multiple-choice question; only these can have examples.")
        others = [
            one for one in of_question[question_id] if one.group_id != case.group_id and one.images != case.images
        ]
        if len(others) < count:
            raise SelectionError(
                f"{count} examples are too many for {case_id}: {question_id} has {len(others)} cases of other groups."
            )
        chosen = _make_generator(seed, case_id).choice(len(others), count, replace=False).tolist()
        found[case_id] = tuple(SolvedCase(others[place], answers[others[place].case_id]) for place in chosen)
    return found


def compute_checksum(examples: Mapping[str, tuple[SolvedCase, ...]]) -> str:
    """Return a checksum of the examples, eight hexadecimal digits."""
    named = {
        case_id: [(one.case.case_id, one.case.text, one.case.asks[0].options, one.answer) for one in own]
        for case_id, own in sorted(examples.items())
    }
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()[:8]


def format_example_prompt(prompt: str, solved: SolvedCase) -> str:
    """Return the text that is sent with an example, built like that of every case."""
    return build_message(prompt, solved.case)


def _make_generator(seed: int, case_id: str) -> np.random.Generator:
    """Return a random number generator seeded for one case."""
    digest = hashlib.sha256(f"examples/{seed}/{case_id}".encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
