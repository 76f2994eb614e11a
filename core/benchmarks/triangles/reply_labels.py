"""Mapping from the labels of the release's raw replies to the true conditions.

The raw table's `image_path` and the parsed table name different photographs for the same replies, in the same way for
every triangle. `docs/benchmarks/tri_bench_labels.md` shows the evidence that the parsed table is right.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from core.parsing.triangle_replies import parse_triangle_reply
from core.records import CONDITIONS, Value

ReleasedValues = Mapping[tuple[str, str], Mapping[str, Value]]
"""The parsed table: value by question, by model and photograph."""


@dataclass(frozen=True, slots=True)
class Relabelling:
    """The true condition of each label of the raw table, and the evidence for it.

    Attributes:
        condition_of_label: a permutation of the conditions, the same for every triangle.
        agreeing_before: replies that agree with the parsed table under their own label.
        agreeing_after: replies that agree with it under the condition found.
        replies: replies that could be compared.
    """

    condition_of_label: dict[str, str]
    agreeing_before: int
    agreeing_after: int
    replies: int

    @property
    def is_identity(self) -> bool:
        """Whether every label is the true condition."""
        return all(label == condition for label, condition in self.condition_of_label.items())

    def get_case_id(self, labelled_id: str) -> str:
        """Return the photograph that a reply under this label is about."""
        group_id, label = labelled_id.split("_")
        return f"{group_id}_{self.condition_of_label[label]}"


def find_relabelling(raw_replies: Mapping[str, Mapping[str, str]], released: ReleasedValues) -> Relabelling:
    """Find the permutation of the conditions, for all triangles and models, under which most replies agree.

    The labels stay unchanged unless a permutation does better. There are only twenty-four candidates for hundreds of
    replies, so a single reply that differs still shows as a difference.
    """
    agreeing: Counter[tuple[str, str]] = Counter()
    compared = 0
    for model_id, replies in raw_replies.items():
        for labelled_id, raw in replies.items():
            group_id, label = labelled_id.split("_")
            values = {question_id: answer.value for question_id, answer in parse_triangle_reply(raw).items()}
            compared += (model_id, labelled_id) in released
            for condition in CONDITIONS:
                agreeing[label, condition] += released.get((model_id, f"{group_id}_{condition}")) == values
    candidates = [dict(zip(CONDITIONS, order, strict=True)) for order in permutations(CONDITIONS)]
    best = max(candidates, key=lambda candidate: sum(agreeing[pair] for pair in candidate.items()))
    return Relabelling(
        condition_of_label=best,
        agreeing_before=sum(agreeing[condition, condition] for condition in CONDITIONS),
        agreeing_after=sum(agreeing[pair] for pair in best.items()),
        replies=compared,
    )
