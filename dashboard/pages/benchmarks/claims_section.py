"""The claims of the papers on the page Benchmarks, each with its verdict."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from core.benchmarks.paper_claims import STATED_BY, VERDICT_TITLES, Claim, describe_stated_by, read_claims
from core.benchmarks.registry import list_registered
from core.formatting import MISSING, capitalise_first, escape_markdown, format_interval, format_number, format_unit
from dashboard.data.benchmark_info import list_extra_pages
from dashboard.pages.benchmarks import texts
from dashboard.runtime.state_keys import benchmarks as keys
from dashboard.selection.selectors import choose_segment

EVERY = "every"
"""Option that selects all papers."""


def show_claims() -> None:
    """Show the papers' claims about their figures and whether the figures support them, one paper at a time."""
    claims = read_claims()
    papers = {claim.benchmark_id: list_registered()[claim.benchmark_id].paper_title for claim in claims}
    st.markdown(texts.describe_claims(len(claims), len(papers), _describe_verdict_counts(claims)))
    stated = Counter(claim.stated_by for claim in claims)
    counts = " · ".join(f"{STATED_BY[by]}: {stated[by]}" for by in STATED_BY)
    st.caption(texts.describe_claim_sources(counts, has_paper_page="paper" in list_extra_pages()))
    paper = choose_segment(
        "Paper", papers | {EVERY: "All papers"}, keys.PUBLISHED_BENCHMARK, label_visibility="collapsed"
    )
    shown_claims = [claim for claim in claims if paper in (EVERY, claim.benchmark_id)]
    if paper != EVERY:
        st.caption(f"{len(shown_claims)} claims: {_describe_verdict_counts(shown_claims)}.")
    for claim in shown_claims:
        _show_claim(claim, papers[claim.benchmark_id] if paper == EVERY else "")


def _describe_verdict_counts(claims: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in claims)
    return ", ".join(f"{counts[verdict]} {VERDICT_TITLES[verdict]}" for verdict in VERDICT_TITLES if counts[verdict])


def _show_claim(claim: Claim, paper: str) -> None:
    """Show the verdict beside the claim and the figure that decides, and the reason in an expander."""
    source = f"{paper}, {claim.place}" if paper else claim.place
    verdict, text_column = st.columns([1, 6], gap="small")
    verdict.markdown(f"**{capitalise_first(VERDICT_TITLES[claim.verdict])}**")
    text_column.markdown(
        f"**{escape_markdown(claim.claim)}**  \n{escape_markdown(capitalise_first(claim.about))}: "
        f"{escape_markdown(_format_figure(claim))}."
    )
    text_column.expander(texts.CLAIM_DETAILS).markdown(
        f"{escape_markdown(claim.reason)}  \n"
        f"*{escape_markdown(describe_stated_by(claim.stated_by, claim.quote))}: {escape_markdown(source)}*"
    )


def _format_figure(claim: Claim) -> str:
    """Format the figure with unit and interval and as many decimals as its source; a correlation as `r = 0.81`."""
    written = [number for number in (claim.value, claim.low, claim.high) if number is not None]
    decimals = max(len(f"{number:g}".partition(".")[2]) for number in written)
    value = format_number(claim.value, decimals)
    number = f"{claim.unit} = {value}" if claim.unit in ("r", "p") else f"{value}{format_unit(claim.unit)}"
    interval = format_interval(claim.low, claim.high, decimals)
    return number if interval == MISSING else f"{number} ({interval})"
