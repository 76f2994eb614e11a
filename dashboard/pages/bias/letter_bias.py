"""Habits of a run on multiple choice: its letters, and the effect of the parser."""

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown, format_interval, format_number
from core.parsing.choice.parsers import DEFAULT_PARSER
from core.statistics.letter_bias import compute_letter_bias, compute_letter_shares
from core.statistics.parser_comparison import compare_parsers, summarise_parsers
from dashboard.data.queries import get_benchmark_info, get_registry_entry, run_query
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.tables import show_small_table

PARSER_TITLES = {"careful": "careful", "last_letter": "last letter (GePBench)", "can_infer": "can infer (VLMEvalKit)"}
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
    _show_parsers(run_id)


def _show_letters(choices: pd.DataFrame, label: str) -> None:
    found = compute_letter_bias(choices).iloc[0]
    interval = format_interval(100 * found["low"], 100 * found["high"])
    is_clear = pd.notna(found["p_value"]) and found["p_value"] < PLAIN_LETTERS
    verdict = "favours some letters, taken together" if is_clear else "does not favour any letters significantly"
    st.markdown(
        f"**{escape_markdown(label)} {verdict}: {format_number(100 * found['distance'])} % of its answers would have "
        "to move "
        f"to another letter (95 % interval {interval}) to match the frequencies of the right ones.**"
    )
    shares = compute_letter_shares(choices)
    columns = {
        "letter": "Letter",
        "share_answered": "answered, %",
        "share_true": "right, %",
        "recall": "found when right, %",
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


def _show_parsers(run_id: str) -> None:
    if _is_reconstructed(run_id):
        st.caption("Its replies are reconstructed, not the model's texts, so parsers are not compared.")
        return
    replies = run_query("choice_replies", run_id=run_id)
    if replies.empty:
        return
    read, changed = summarise_parsers(replies), compare_parsers(replies)
    most = int(changed["n_scores_changed"].max())
    st.markdown(
        f"**At most {most:,} of {len(replies):,} scores differ between the three parsers.**"
        if most
        else f"**The three parsers give the same {len(replies):,} scores.**"
    )
    st.caption(
        f"Every figure of this benchmark uses the parser *{PARSER_TITLES[DEFAULT_PARSER]}*. The other two come from "
        "published evaluations, for comparison with their figures."
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
