"""The ranking after new replies, where there are more runs than anybody reads."""

import pytest

from core.cli.ranking import BEST, build_and_rank
from core.warehouse.read import open_current
from tests.conftest import copy_data


@pytest.fixture
def crowded(settings, crowd_settings):
    """A data folder of the test's own with more than sixty runs, built."""
    copy_data(crowd_settings.data, settings.data)
    return settings


def printed(capsys):
    """The lines with a place, and all lines of the ranking as one text."""
    lines = capsys.readouterr().out.partition("best first:")[2].splitlines()
    return [line for line in lines if line[1:4].strip().isdigit()], " ".join(lines)


@pytest.mark.slow
def test_of_many_runs_the_best_and_the_new_ones_are_printed(crowded, crowd_settings, capsys):
    """Twenty lines and that of the new run with its place, and how many there are; all of them on demand."""
    release = crowd_settings.data.parent / "release"
    with open_current(crowd_settings) as warehouse:
        ranking = warehouse.query("ranking", kinds=None)
    last = ranking[ranking["model_kind"] == "vlm"].iloc[-1]
    build_and_rank(crowded, release, {last["run_id"]})
    lines, told = printed(capsys)
    assert len(lines) == BEST + 1
    assert [line for line in lines if line.startswith("→")] == [lines[-1]]
    assert lines[-1].endswith(last["run_label"])
    n_runs = int(told.partition(f"the best {BEST} of ")[2].split()[0])
    build_and_rank(crowded, release, {last["run_id"]}, with_all=True)
    lines, told = printed(capsys)
    assert len(lines) == n_runs > len(ranking) - 4
    assert "--all" not in told
