"""Orders of items: exact, or the share of pairs in the right order (Kendall)."""

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from math import factorial
from typing import ClassVar

from core.parsing.open_answers.answer_text import MAX_STATED
from core.parsing.open_answers.orders import read_order
from core.question_types.question_type import AnswerForm, QuestionType
from core.records import Answer, Value


class OrderType(QuestionType):
    """An order of all items of the question, as a JSON list."""

    title: ClassVar[str] = "order"
    prompt: ClassVar[str] = "Answer with all items in the right order, separated by commas, and nothing else."
    rules: ClassVar[Mapping[str, str]] = {
        "exact": "1 if the order is equal.",
        "kendall": "The share of pairs in the right order.",
    }

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the order in which a reply states the items."""
        if not (raw or "").strip():
            return Answer(question_id, "missing", reason="the reply states nothing")
        order = read_order(raw, form.items)
        if order is None:
            reason = f"it does not list each of the {len(form.items)} items once, in one order"
            return Answer(question_id, "unparsed", stated=(raw or "").strip()[:MAX_STATED], reason=reason)
        return Answer(question_id, "ok", build_order(order), ", ".join(order)[:MAX_STATED])

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        items = _list_items(str(truth))
        is_valid = len(items) > 1 and len(set(items)) == len(items) and all(items)
        return None if is_valid else f"{truth!r} is not an order of different items"

    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of an order; 0 if it is one of other items."""
        stated, right = _list_items(str(answer)), _list_items(str(truth))
        if self.name == "exact":
            return float(stated == right)
        if sorted(stated) != sorted(right):
            return 0.0
        index_by_item = {item: index for index, item in enumerate(stated)}
        pairs = [index_by_item[first] < index_by_item[second] for first, second in combinations(right, 2)]
        return sum(pairs) / len(pairs)

    def describe_required(self, right_at: float) -> str:
        """Describe the smallest share of pairs in order; empty for the rule `exact`."""
        return f"with {right_at:.0%} of the pairs in the right order" if self.name == "kendall" else ""

    def find_constant_key(self, value: Value) -> str:
        """Return the items, sorted: an order of other items is not an answer."""
        return build_order(tuple(sorted(_list_items(str(value)))))

    def compute_chance(self, truth: Value, form: AnswerForm) -> float | None:
        """Return the score of a random order."""
        del form
        return 0.5 if self.name == "kendall" else 1 / factorial(len(_list_items(str(truth))))

    def format(self, value: Value) -> str:
        """Return the items separated by commas."""
        return ", ".join(_list_items(str(value)))


def build_order(items: tuple[str, ...]) -> str:
    """Return the value of an order."""
    return json.dumps(list(items), ensure_ascii=False)


@lru_cache(maxsize=100_000)
def _list_items(value: str) -> tuple[str, ...]:
    try:
        items = json.loads(value)
    except ValueError:
        return ()
    return tuple(map(str, items)) if isinstance(items, list) else ()
