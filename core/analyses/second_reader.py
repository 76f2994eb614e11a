"""Readings of the second reader in words and as a table, from the queries `case_rereadings` and `reread_answers`."""

from collections.abc import Mapping

import pandas as pd

from core.formatting import to_single_line
from core.statistics.second_reader import SecondReading, compare_readings

OF_RULE = {"unparsed": "unread", "missing": "not stated", "invalid": "not a possible value", "api_error": "no reply"}
"""Statuses of answers that the rule cannot read, in words."""

OF_EXTRACTOR = {
    "none": "no answer in the reply",
    "invalid": "nothing usable",
    "refused": "refused",
    "filtered": "held back by the provider's filter",
    "empty": "an empty reply",
}
"""Statuses of rereadings without a value, in words."""


def compare_run(answers: pd.DataFrame, runs: pd.DataFrame, run_id: str, rereading_id: str) -> SecondReading:
    """Compare one rereading of one run with the rule.

    Args:
        answers: of the query `reread_answers`.
        runs: of the query `reread_runs`, with a row for the run.
        run_id: of the run.
        rereading_id: of the extractor.
    """
    (row,) = runs[runs["run_id"] == run_id].to_dict("records")
    is_own = (answers["run_id"] == run_id) & (answers["rereading_id"] == rereading_id)
    rule_sum = float(row["rule_sum"]) if row["rule_n"] else 0.0
    return compare_readings(answers[is_own], rule_sum, int(row["rule_n"]))


def build_second_reading_table(answers: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Build one row per run and extractor: counts, agreement in percent with its interval, and both scores in percent.

    Args:
        answers: of the query `reread_answers` over all runs.
        runs: of the query `reread_runs` over all runs.
    """
    rows = []
    for (run_id, rereading_id), own in answers.groupby(["run_id", "rereading_id"], sort=False):
        reading = compare_run(own, runs, str(run_id), str(rereading_id))
        rows.append(
            {
                "run_label": own["run_label"].iloc[0],
                "extractor_id": own["extractor_id"].iloc[0],
                "replies": own["case_id"].nunique(),
                "n_sample": reading.n_sample,
                "agreement": 100 * reading.n_agreeing / reading.n_sample if reading.n_sample else None,
                "low": 100 * reading.low if reading.n_sample else None,
                "high": 100 * reading.high if reading.n_sample else None,
                "n_unread": reading.n_unread,
                "n_extracted": reading.n_extracted,
                "rule_score": 100 * reading.rule_score,
                "score": 100 * reading.score,
            }
        )
    return pd.DataFrame(rows)


def list_reading_lines(rows: pd.DataFrame, said_score: float | None = None) -> list[str]:
    """List the readings of one reply, one line per reader: the harness if it scored the reply, the rule, extractors.

    Args:
        rows: of the query `case_rereadings`, of one run.
        said_score: the score from 0 to 1 from another program, if any.
    """
    lines = [f"Harness: score {said_score:g}"] if said_score is not None else []
    by_extractor = [own for _, own in rows.groupby("rereading_id", sort=False)]
    if by_extractor:
        lines.append(f"Rule: {_join_readings(by_extractor[0], 'rule_status', 'rule', OF_RULE)}")
    for own in by_extractor:
        name = to_single_line(own["extractor_id"].iloc[0])
        lines.append(f"Second reader {name}: {_join_readings(own, 'status', 'value', OF_EXTRACTOR)}")
    return lines


def _join_readings(rows: pd.DataFrame, status: str, value: str, words: Mapping[str, str]) -> str:
    """Join the values by the titles of their questions, then the titles without a value by their status."""
    values: list[tuple[str, str]] = []
    others: dict[str, list[str]] = {}
    for row in rows.to_dict("records"):
        title = to_single_line(row["title"])
        if row[status] in words:
            others.setdefault(words[row[status]], []).append(title)
        else:
            values.append((title, _format_value(row[f"{value}_class"], row[f"{value}_number"])))
    if len(values) + len(others) == 1 and (len(rows) == 1 or not values):
        return values[0][1] if values else next(iter(others))
    parts = [f"{title}: {text}" for title, text in values]
    return "; ".join([*parts, *(f"{text}: {', '.join(titles)}" for text, titles in others.items())])


def _format_value(word: object, number: float) -> str:
    return to_single_line(word) if isinstance(word, str) else f"{number:.6g}"
