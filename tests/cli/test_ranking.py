"""Tests of the printed ranking after new replies, if there are many runs."""

import pytest

from core.cli.ranking import BEST, build_and_rank
from core.warehouse.read import open_current
from tests.conftest import copy_data


@pytest.fixture
def crowded(workspace, crowd_workspace):
    """Copy a built data folder with more than sixty runs."""
    copy_data(crowd_workspace.data, workspace.data)
    return workspace


def read_ranking(capsys):
    """Return the ranked lines, and all lines of the ranking as one text."""
    lines = capsys.readouterr().out.partition("best first:")[2].splitlines()
    return [line for line in lines if line[1:4].strip().isdigit()], " ".join(lines)


@pytest.mark.slow
def test_the_best_and_the_new_runs_are_printed(crowded, crowd_workspace, capsys):
    """Twenty lines, the new run with its rank, and the total number are printed; `--all` prints all lines."""
    release = crowd_workspace.data.parent / "release"
    with open_current(crowd_workspace) as warehouse:
        ranking = warehouse.query("ranking", kinds=None)
    last = ranking[ranking["model_kind"] == "vlm"].iloc[-1]
    build_and_rank(crowded, release, {last["run_id"]})
    lines, text = read_ranking(capsys)
    assert len(lines) == BEST + 1
    assert [line for line in lines if line.startswith("→")] == [lines[-1]]
    assert lines[-1].endswith(last["run_label"])
    n_runs = int(text.partition(f"the best {BEST} of ")[2].split()[0])
    build_and_rank(crowded, release, {last["run_id"]}, with_all=True)
    lines, text = read_ranking(capsys)
    assert len(lines) == n_runs > len(ranking) - 4
    assert "--all" not in text
