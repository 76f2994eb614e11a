"""Tests of the part of a reply that can state an answer: no reasoning and no further turn of a dialogue."""

import pytest

from core.parsing.reasoning import extract_final_text

REASONING = "Perhaps A. No, wait."
DRESSES = [
    "<think>{}</think>B",
    "<THINK>{}</THINK >B",
    "{}</think>B",
    "<thinking>{}</thinking>B",
    "<think>{}</think>C<thinking>D</thinking>B",
    "<mm:think>{}</mm:think>B",
    "<seed:think>{}</seed:think>B",
    "&lt;think&gt;{}&lt;/think&gt;B",
    "<reasoning>{}</reasoning>B",
    "<scratchpad>{}</scratchpad>B",
    "<SUMMARY>s</SUMMARY><REASONING>{}</REASONING>B",
    "[THINK]{}[/THINK]B",
    "◁think▷{}◁/think▷B",
    "<|begin_of_thought|>{}<|end_of_thought|>B",
    "<|START_THINKING|>{}<|END_THINKING|>B",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>B",
    "analysisWe look. {}assistantfinalB",
    "<unused94>thought\n{}<unused95>B",
    "Thinking...\n{}\n...done thinking.\n\nB",
    "THOUGHT: {}\n\nB",
    "**Thoughts:** {}\n\nMore.\n\nB",
    "Thought: {}\nAnswer: B",
    'B\n<details type="reasoning">{}</details>',
    '<details type="reasoning">{}</details>B',
    "Here is my thought process: {}\n\nHere is my response:\nB",
    "B\n<reasoning>{}</reasoning>",
]


@pytest.mark.parametrize("dress", DRESSES)
def test_reasoning_is_removed_in_every_markup(dress):
    """The rest is the answer, at `start_index`."""
    raw = dress.format(REASONING)
    final = extract_final_text(raw)
    assert final.text.strip().removeprefix("Answer: ") == "B"
    assert final.has_reasoning
    assert not final.is_unfinished
    assert raw[final.start_index :].startswith(final.text)


@pytest.mark.parametrize(
    "raw",
    [
        "<think>A",
        "<mm:think>Perhaps B",
        "[THINK]A",
        "<think>A</think><think>B",
        "Thinking...\nB",
        "analysisWe see B.",
        "THOUGHT: it is B",
    ],
)
def test_reasoning_without_an_end_is_not_an_answer(raw):
    """A reply that ends within its reasoning has no answer."""
    final = extract_final_text(raw)
    assert not final.text.strip()
    assert final.is_unfinished


@pytest.mark.parametrize(
    "raw",
    [
        "B",
        "I think B",
        "Analysis: the ball is right. B",
        "analysis of the picture gives B",
        "Thought experiments say B",
    ],
)
def test_plain_words_are_kept(raw):
    """Words such as "think" and "analysis" are part of the reply unless they mark reasoning."""
    final = extract_final_text(raw)
    assert final.text == raw
    assert not final.has_reasoning


def test_text_before_reasoning_without_an_end_is_kept():
    """An answer before reasoning that never ends is read."""
    final = extract_final_text("B<think>A")
    assert (final.text, final.is_unfinished) == ("B", True)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("My answer: B\n\nUser: Where is the cat?\nAssistant: Answer: C", "My answer: B\n"),
        ("B\nQuestion 2: Where is it?\nAnswer: C", "B"),
        ("Q: Where is the ball?\nA: B", "Q: Where is the ball?\nA: B"),
        ("Let me see.\nQuestion: Where is it?\nAnswer: C", "Let me see.\nQuestion: Where is it?\nAnswer: C"),
        ("<|im_start|>assistant\nB<|im_end|>", "B"),
        ("B</s>C", "B"),
    ],
)
def test_a_next_turn_is_removed(raw, text):
    """A new question after the answer is not part of the reply."""
    assert extract_final_text(raw).text == text
