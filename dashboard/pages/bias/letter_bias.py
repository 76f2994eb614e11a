"""Habits of a run on multiple choice: its letters, and the effect of the parser."""

import pandas as pd
import streamlit as st

from core.analyses import bias_sentences
from core.formatting import escape_markdown
from core.parsing.choice.parsers import DEFAULT_PARSER
from core.statistics.letter_bias import compute_letter_bias, compute_letter_shares
from core.statistics.parser_comparison import add_parser_choices, compare_parsers, summarise_parsers
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, get_registry_entry, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.bias import texts
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.widgets.tables import show_small_table

PARSER_TITLES = {"careful": "careful", "last_letter": "last letter (GePBench)", "can_infer": "can infer (VLMEvalKit)"}
MAX_PARSED = 3_000
"""Maximum number of replies that are parsed again; more would keep the page waiting."""

MIN_USUAL_READ = 75.0
"""Percentage of replies below which a parser reads so few that this explains different scores."""

PLAIN_LETTERS = 0.05
"""P-value from which no letter is called favoured."""


def show(
    answers: pd.DataFrame, run_id: str, label: str, letters: pd.Series | None, *, is_single_clear: bool = True
) -> None:
    """Show the run's letters beside the right ones, and its scores under every parser.

    Args:
        answers: of the run, as the query `answers` gives them.
        run_id: the run whose replies are parsed again.
        label: its name.
        letters: as `compute_letters` returns it.
        is_single_clear: whether any option is preferred significantly by itself.
    """
    choices = answers[answers["question_kind"] == "choice"]
    if letters is not None:
        st.header(texts.LETTERS_TITLE)
        _show_letters(choices, label, letters, is_single_clear=is_single_clear)
    _show_parsers(run_id, len(choices))


def compute_letters(answers: pd.DataFrame) -> pd.Series | None:
    """Compute the letter bias of a run, as `compute_letter_bias` does; None without a readable choice.

    Args:
        answers: of the run, as `show` takes them.
    """
    choices = answers[answers["question_kind"] == "choice"]
    return compute_letter_bias(choices).iloc[0] if choices["value"].notna().any() else None


def find_moved_share(letters: pd.Series | None) -> tuple[float, float, float] | None:
    """Return the percentage of answers that would have to move to other letters, with its interval.

    None if no bias is significant.
    """
    return _list_percents(letters) if letters is not None and _is_clear(letters) else None


def _list_percents(letters: pd.Series) -> tuple[float, float, float]:
    return 100 * float(letters["distance"]), 100 * float(letters["low"]), 100 * float(letters["high"])


def _is_clear(letters: pd.Series) -> bool:
    return bool(pd.notna(letters["p_value"]) and letters["p_value"] < PLAIN_LETTERS)


def _show_letters(choices: pd.DataFrame, label: str, letters: pd.Series, *, is_single_clear: bool) -> None:
    sentence = bias_sentences.describe_letter_bias(
        label, *_list_percents(letters), is_clear=_is_clear(letters), is_single_clear=is_single_clear
    )
    st.markdown(f"**{escape_markdown(sentence)}**")
    shares = compute_letter_shares(choices)
    columns = {
        "letter": "Letter",
        "share_answered": "answered, %",
        "share_true": "correct, %",
        "recall": texts.CHOSEN_WHEN_RIGHT,
        "n_answered": "answers",
        "n_true": "times correct",
    }
    percents = ["share_answered", "share_true", "recall"]
    named = shares.assign(**{name: 100 * shares[name] for name in percents})[list(columns)].rename(columns=columns)
    with st.expander(texts.LETTERS_TABLE):
        show_small_table(named, dict.fromkeys((columns[name] for name in percents), "{:.1f}"), ("answers", "keys"))
        st.caption(texts.explain_letter_bias(get_benchmark_info().words.groups))


def _is_reconstructed(run_id: str) -> bool:
    """Return whether the replies of a run are not the model's texts."""
    runs = run_query("runs").set_index("run_id")
    return bool(get_registry_entry().replies_note) and bool(runs["is_published"][run_id])


def _show_parsers(run_id: str, n_answers: int) -> None:
    """Show what other parsers would change, on a sample of the replies if there are many.

    Args:
        run_id: the run.
        n_answers: number of its answers.
    """
    if _is_reconstructed(run_id):
        st.caption(texts.RECONSTRUCTED)
        return
    if (comparison := _compare_parsers(require_generation(), run_id)) is None:
        return
    read, changed = comparison
    n, most = int(read["n"].max()), int(changed["n_scores_changed"].max())
    is_sample = n == MAX_PARSED < n_answers
    st.header(texts.PARSERS_TITLE)
    few_read = [share for share in 100 * (1 - read["share_unreadable"]) if share < MIN_USUAL_READ]
    st.markdown(texts.describe_parser_changes(most, n, n_answers, few_read, is_sample=is_sample))
    columns = {"parser": "Parser", "share_unreadable": "unreadable, %", "share_right": "right of all replies, %"}
    percents = ["share_unreadable", "share_right"]
    named = read.assign(parser=read["parser"].map(PARSER_TITLES), **{name: 100 * read[name] for name in percents})
    formats = dict.fromkeys((columns[name] for name in percents), "{:.1f}")
    with st.expander(texts.PARSERS_TABLE):
        show_small_table(named[list(columns)].rename(columns=columns), formats)
        st.caption(texts.explain_parser_choice(PARSER_TITLES[DEFAULT_PARSER]))
        st.caption(texts.PARSERS_HELP)


@cache_with_limits(max_entries=100, max_mb=10)
def _compare_parsers(
    generation: Generation,  # noqa: ARG001 - key of the cache
    run_id: str,
) -> tuple[pd.DataFrame, pd.DataFrame] | None:
    """Parse a run's replies by every parser; None without a reply to a choice."""
    replies = run_query("choice_replies", run_id=run_id, at_most=MAX_PARSED)
    if replies.empty:
        return None
    choices = add_parser_choices(replies)
    return summarise_parsers(choices), compare_parsers(choices)
