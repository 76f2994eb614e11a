"""What a reply says without its thinking."""

import pytest

from core.scoring.thinking import Said, without_thinking


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("B", Said("B")),
        ("<think>A</think>B", Said("B", has_thinking=True)),
        ("A</think>B", Said("B", has_thinking=True)),
        ("<think>A</think>C<thinking>D</thinking >B", Said("B", has_thinking=True)),
        ("[THINK]A[/THINK]B", Said("B", has_thinking=True)),
        ("◁think▷A◁/think▷B", Said("B", has_thinking=True)),
        ("<|channel|>analysis A<|channel|>final B", Said(" B", has_thinking=True)),
        ("B<think>A", Said("B", has_thinking=True, is_unfinished=True)),
        ("<think>A", Said("", has_thinking=True, is_unfinished=True)),
        ("I think B", Said("I think B")),
    ],
)
def test_thinking_is_left_out(raw, said):
    """Everything up to the last end of thinking is left out, and thinking without an end."""
    assert without_thinking(raw) == said
