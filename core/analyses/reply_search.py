"""Search in raw replies: the typed text as regular expressions, and counts of the results by model and outcome."""

import re
from collections.abc import Mapping
from typing import Literal

import pandas as pd

from core.errors import ReviewError

SearchMode = Literal["words", "regex"]
"""Words and quoted phrases, all of which must occur; or one regular expression."""

MAX_TYPED = 200
"""Maximum number of characters of a search."""

MAX_TERMS = 4
"""Maximum number of words and phrases, as many as the query `search_replies` has patterns."""

_TERM = re.compile(r'"([^"]+)"|(\S+)')


def build_patterns(typed: str, mode: SearchMode) -> list[str]:
    """Return the regular expressions that a reply must match, ignoring case.

    Args:
        typed: words and phrases in double quotes; or a regular expression in RE2's syntax.
        mode: how to read it.

    Raises:
        ReviewError: nothing was typed, or it is too long, or has too many words.
    """
    text = typed.strip()
    if not text:
        raise ReviewError("The search is empty. Type a word, or a phrase in double quotes.")
    if len(text) > MAX_TYPED:
        raise ReviewError(f"The search has {len(text)} characters. Use at most {MAX_TYPED}.")
    if mode == "regex":
        return [f"(?is){text}"]
    terms = [phrase or word for phrase, word in _TERM.findall(text)]
    if len(terms) > MAX_TERMS:
        raise ReviewError(f"The search has {len(terms)} words. Use at most {MAX_TERMS}, or put a phrase in quotes.")
    return [_build_term_pattern(term) for term in terms]


def _build_term_pattern(term: str) -> str:
    """Match a term as whole words, with any white space between them."""
    words = [re.escape(word) for word in term.split()]
    before, after = (r"\b" if re.match(r"[A-Za-z0-9_]", sign) else "" for sign in (term.strip()[0], term.strip()[-1]))
    phrase = r"\s+".join(words)
    return f"(?is){before}{phrase}{after}"


def build_pattern_parameters(patterns: list[str]) -> dict[str, str | None]:
    """Return the parameters `pattern_1` to `pattern_4` of the query `search_replies`."""
    padded: list[str | None] = [*patterns, *[None] * (MAX_TERMS - len(patterns))]
    return {f"pattern_{number}": pattern for number, pattern in enumerate(padded, start=1)}


def count_matches_by_run(matches: pd.DataFrame, outcomes: pd.DataFrame) -> pd.DataFrame:
    """Count the answers whose reply matches by run, and their shares among right and among wrong answers.

    Args:
        matches: the query `search_replies`.
        outcomes: the query `answer_outcomes` with the same filters.

    Returns:
        run_id; n_right, n_wrong, n_unreadable of all answers; found_right, found_wrong, found_unreadable; share_right
        and share_wrong, in percent, of the matching answers among them (NaN if there are none).
    """
    kinds = ["right", "wrong", "unreadable"]
    counts = pd.crosstab(matches["run_id"], matches["outcome"]).reindex(columns=kinds, fill_value=0)
    table = outcomes.set_index("run_id").join(counts.add_prefix("found_")).fillna(0)
    for outcome in ("right", "wrong"):
        table[f"share_{outcome}"] = (
            100 * table[f"found_{outcome}"] / table[f"n_{outcome}"].where(table[f"n_{outcome}"] > 0)
        )
    return table.reset_index()


def describe_match_counts(matches: pd.DataFrame, names: Mapping[str, str]) -> str:
    """Describe the number of matching answers by outcome; `names` are the outcomes in words."""
    counts = matches["outcome"].value_counts()
    parts = [f"{counts[outcome]:,} {name}" for outcome, name in names.items() if counts.get(outcome, 0)]
    noun = "answer" if len(matches) == 1 else "answers"
    return f"{len(matches):,} {noun} with such a reply: {', '.join(parts)}."
