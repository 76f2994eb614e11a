"""Effect of the parser: how many replies each leaves unreadable, and how many scores differ between two parsers."""

from collections.abc import Sequence
from itertools import combinations

import pandas as pd

from core.parsing.choice.parsers import COMPARED_PARSERS, parse_choice_answer
from core.parsing.choice.result import get_option_index


def add_parser_choices(replies: pd.DataFrame) -> pd.DataFrame:
    """Add one column per compared parser to the replies: the code of the chosen option, NaN if unreadable.

    Args:
        replies: raw (null or empty: unreadable for all), options (their texts in the order of their letters) and text
            (of the question; null if it has none).
    """
    codes = [
        [_parse_code(raw, options, parser, question) for parser in COMPARED_PARSERS]
        for raw, options, question in zip(replies["raw"], replies["options"], replies["text"], strict=True)
    ]
    return replies.join(pd.DataFrame(codes, columns=list(COMPARED_PARSERS), index=replies.index, dtype=float))


def _parse_code(raw: object, options: Sequence[str], parser: str, question: object) -> float:
    text = raw if isinstance(raw, str) else None
    answer = parse_choice_answer("", text, options, parser, question if isinstance(question, str) else "")
    return float(get_option_index(str(answer.value))) if answer.status == "ok" else float("nan")


def summarise_parsers(chosen: pd.DataFrame) -> pd.DataFrame:
    """Compute per run and parser how many replies are unreadable and how many are right.

    Args:
        chosen: run_id, truth (code of the right option), and the columns of `add_parser_choices`.

    Returns:
        run_id, parser, n, n_unreadable, share_unreadable, share_right (of all replies, so that an unreadable one counts
        as wrong) and share_right_of_read (NaN if none is readable).
    """
    rows = []
    for run_id, run in chosen.groupby("run_id", observed=True):
        for parser in COMPARED_PARSERS:
            n_read, n_right = int(run[parser].count()), int((run[parser] == run["truth"]).sum())
            of_read = n_right / n_read if n_read else float("nan")
            counts = (len(run), len(run) - n_read, 1 - n_read / len(run))
            rows.append((run_id, parser, *counts, n_right / len(run), of_read))
    columns = ["run_id", "parser", "n", "n_unreadable", "share_unreadable", "share_right", "share_right_of_read"]
    return pd.DataFrame(rows, columns=columns)


def compare_parsers(chosen: pd.DataFrame) -> pd.DataFrame:
    """Count per run and two parsers the replies that they read differently, and the scores that this changes.

    Args:
        chosen: run_id, truth (code of the right option), and the columns of `add_parser_choices`.

    Returns:
        run_id, first, second, n, n_readings_changed (another option, or read by only one of them), only_first_right and
        only_second_right (scores that change; an unreadable reply is not right), n_scores_changed (their sum).
    """
    rows = []
    for run_id, run in chosen.groupby("run_id", observed=True):
        for first, second in combinations(COMPARED_PARSERS, 2):
            one, other = run[first], run[second]
            same = (one == other) | (one.isna() & other.isna())
            only_first = int(((one == run["truth"]) & (other != run["truth"])).sum())
            only_second = int(((other == run["truth"]) & (one != run["truth"])).sum())
            rows.append(
                (run_id, first, second, len(run), int((~same).sum()), only_first, only_second, only_first + only_second)
            )
    columns = [
        "run_id", "first", "second", "n", "n_readings_changed", "only_first_right", "only_second_right",
        "n_scores_changed",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=columns)
