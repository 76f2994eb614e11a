"""Tests of orders in replies: lists are read, mentions of the items are not."""

import pytest

from core.parsing.open_answers.orders import read_order

LETTERS = ("A", "B", "C")
NAMES = ("lamp", "table", "floor lamp")
NUMBERS = ("1", "2", "3")


@pytest.mark.parametrize(("items", "raw", "order"), [
    (LETTERS, "C > A > B", "CAB"), (LETTERS, "C, A, B", "CAB"), (LETTERS, "C → A → B", "CAB"),
    (LETTERS, "C < A < B", "CAB"), (LETTERS, "A, B, C or C, A, B? So C, A, B", "CAB"),
    (LETTERS, "C, then A, and finally B.", "CAB"), (LETTERS, "First C, second A, third B", "CAB"),
    (LETTERS, "The order is C, A, B, because C is nearest and B is farthest.", "CAB"),
    (LETTERS, "1. C\n2. A\n3. B", "CAB"), (LETTERS, "1. C 2. A 3. B", "CAB"), (LETTERS, "- C\n- A\n- B", "CAB"),
    (LETTERS, "C\nA\nB", "CAB"), (LETTERS, "**C**, **A**, **B**", "CAB"), (LETTERS, '["C", "A", "B"]', "CAB"),
    (LETTERS, '{"answer": ["C", "A", "B"]}', "CAB"), (LETTERS, "C (1 m), A (2 m), B (3 m)", "CAB"),
    (LETTERS, "1. C: it is nearest\n2. A: behind it\n3. B: at the wall", "CAB"),
    (LETTERS, "A is behind C, and B is at the wall.\nC, A, B", "CAB"),
    (LETTERS, "I thought of A, B, C.\nC, A, B", "CAB"),
    (LETTERS, "A chair hides it. Answer: C, A, B", "CAB"), (LETTERS, "not A, B, C. It is C, A, B.", "CAB"),
    (("near", "far"), "near and far", ("near", "far")),
    (NAMES, "the floor lamp, the lamp, the table", ("floor lamp", "lamp", "table")),
    (NAMES, "Floor lamp followed by table, followed by lamp", ("floor lamp", "table", "lamp")),
    (NUMBERS, "3, 1, 2", "312"), (NUMBERS, "1. 3\n2. 1\n3. 2", "312"), (NUMBERS, "1) 3 2) 1 3) 2", "312"),
    (NUMBERS, "3 > 1 > 2", "312"),
])  # fmt: skip
def test_lists_are_orders(items, raw, order):
    """Separators, list markers and remarks in brackets may be between the items."""
    assert read_order(raw, items) == tuple(order)


@pytest.mark.parametrize(("items", "raw"), [
    (("A", "C"), "A or C"), (LETTERS, "A, B or C"), (LETTERS, "A and B"), (LETTERS, "A, B, C, A"),
    (LETTERS, "C is nearer than A, and B is at the wall."), (LETTERS, "A is second, C is first, B is third."),
    (LETTERS, "A, B and C are all on the table."), (LETTERS, "Is it A, B, C?"), (LETTERS, "It is not A, B, C."),
    (LETTERS, "C > A < B"), (LETTERS, "A, B, C or B, A, C"),
    (LETTERS, "A, B, C is possible; C, B, A is, too, I think."),
    (NAMES, "The lamp is behind the table, near the floor lamp."), (NUMBERS, "1. 2. 3. are on the table"),
    (LETTERS, "Answer: A or B, then C"), (LETTERS, ""),
])  # fmt: skip
def test_mentions_are_not_orders(items, raw):
    """A discussion, an alternative, a question and a denied list are not orders."""
    assert read_order(raw, items) is None
