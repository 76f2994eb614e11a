"""Tests of terminal output: names are printed unchanged, and user text cannot control the terminal."""

from pathlib import Path

import pytest

from core.cli.terminal import print_build, stdout
from core.records import RejectedItem
from core.warehouse.build import BuildResult


def test_names_are_not_replaced_by_emoji(capsys):
    """A model called `local:ok` is printed as such."""
    stdout.print("local:ok:", markup=False)
    assert capsys.readouterr().out == "local:ok:\n"


@pytest.mark.parametrize("hostile", ["\x1b]0;pwned\x07", "\x1b[2J", "\u202eevil"])
def test_control_characters_are_not_printed(capsys, hostile):
    """Control characters in a journal's names do not reach the terminal when a build refuses it."""
    counts = dict.fromkeys(("cases", "runs", "case_replies", "case_answers"), 0)
    refusal = RejectedItem(f"a{hostile}.jsonl", f"line {hostile}", f"no case {hostile}")
    print_build(BuildResult(Path("x"), "cases", counts, [refusal], [], [], 0, 0.0))
    assert not set("\x1b\x07\u202e") & set(capsys.readouterr().out)
