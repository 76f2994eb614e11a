"""Habits of a run on multiple choice: its letters, and the effect of the parser."""

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown, format_interval, format_number
from core.parsing.choice.parsers import DEFAULT_PARSER
from core.statistics.letter_bias import compute_letter_bias, compute_letter_shares
from core.statistics.parser_comparison import add_parser_choices, compare_parsers, summarise_parsers
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import Generation, get_registry_entry, require_generation
from dashboard.data.queries import run_query
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_small_table

PARSER_TITLES = {"careful": "careful", "last_letter": "last letter (GePBench)", "can_infer": "can infer (VLMEvalKit)"}
MAX_PARSED = 3_000
"""Maximum number of replies that are parsed again; more would keep the page waiting."""

PLAIN_LETTERS = 0.05
"""P-value from which no letter is called favoured."""


def show(answers: pd.DataFrame, run_id: str, label: str) -> None:
    """Show the run's letters beside the right ones, and its scores under every parser.

    Args:
        answers: of the run, as the query `answers` gives them.
        run_id: the run whose replies are parsed again.
        label: its name.
    """
    choices = answers[answers["question_kind"] == "choice"]
    if choices["value"].notna().any():
        _show_letters(choices, label)
    _show_parsers(run_id, len(choices))


def _show_letters(choices: pd.DataFrame, label: str) -> None:
    found = compute_letter_bias(choices).iloc[0]
    interval = format_interval(100 * found["low"], 100 * found["high"])
    is_clear = pd.notna(found["p_value"]) and found["p_value"] < PLAIN_LETTERS
    verdict = "favours some letters, taken together" if is_clear else "does not significantly favour any letter"
    st.markdown(
        f"**{escape_markdown(label)} {verdict}: {format_number(100 * found['distance'])}% of its answers would have "
        "to move "
        f"to another letter (95% CI {interval}) to match the frequencies of the right ones.**"
    )
    shares = compute_letter_shares(choices)
    columns = {
        "letter": "Letter",
        "share_answered": "answered, %",
        "share_true": "right, %",
        "recall": "chosen when right, %",
        "n_answered": "answers",
        "n_true": "keys",
    }
    percents = ["share_answered", "share_true", "recall"]
    named = shares.assign(**{name: 100 * shares[name] for name in percents})[list(columns)].rename(columns=columns)
    show_small_table(named, dict.fromkeys((columns[name] for name in percents), "{:.1f}"), ("answers", "keys"))
    show_help_popover(
        "The distance is half the sum of the differences of shares (total variation). Noise alone puts it above zero; "
        f"the interval is a bootstrap over {get_benchmark_info().words.groups} and begins at zero unless the distance "
        "exceeds "
        "that noise."
    )


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
        st.caption("Its replies are reconstructed, not the model's texts, so parsers are not compared.")
        return
    if (comparison := _compare_parsers(require_generation(), run_id)) is None:
        return
    read, changed = comparison
    n, most = int(read["n"].max()), int(changed["n_scores_changed"].max())
    drawn = f", in a random sample of {n_answers:,} replies" if n == MAX_PARSED < n_answers else ""
    st.markdown(
        f"**At most {most:,} of {n:,} scores differ between the three parsers{drawn}.**"
        if most
        else f"**The three parsers give the same {n:,} scores{drawn}.**"
    )
    st.caption(
        f"Every figure of this benchmark uses the parser called *{PARSER_TITLES[DEFAULT_PARSER]}*. The other two "
        "come from published evaluations, for comparison with their figures."
    )
    columns = {"parser": "Parser", "share_unreadable": "unreadable, %", "share_right": "right of all, %"}
    percents = ["share_unreadable", "share_right"]
    named = read.assign(parser=read["parser"].map(PARSER_TITLES), **{name: 100 * read[name] for name in percents})
    formats = dict.fromkeys((columns[name] for name in percents), "{:.1f}")
    show_small_table(named[list(columns)].rename(columns=columns), formats)
    show_help_popover(
        "*Careful* collects all candidate answers with their evidence, and the strongest evidence decides. "
        "*Last letter* takes the last single capital letter (GePBench's own rule). *Can infer* takes the only letter "
        "or the only option's text (VLMEvalKit's rule, which 3DSRBench uses). Reasoning is removed before each."
    )


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
