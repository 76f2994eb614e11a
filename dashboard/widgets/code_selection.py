"""The choice of the codes behind rates: a sample and a coder; the same on Review, Heatmaps and Compare."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.formatting import has_too_few_groups
from core.review.codebook import UNSURE
from core.review.entries import AnswerKey, SampleDrawn
from dashboard.data.failure_review import load_review
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.selectors import choose_option, migrate_renamed_option

FIRST_CODER = ""
"""Stands in for a coder: each answer counts with the code of the coder who decided it first."""

ALL_CODED = ""
"""Stands in for a sample's id: all coded answers, however they were chosen."""

CODES, TITLE = "failure_code", "Failure cause"
"""Key and title of the codes if they are listed among the factors of a page."""

FORMER_TITLES = {"Failure code": CODES}
"""Key of the codes by their title in former links."""


@dataclass(frozen=True, slots=True)
class CodeSelection:
    """Codes of answers.

    Attributes:
        sample: the sample that they belong to; None for all coded answers.
        coder: whose codes; `FIRST_CODER` for the first coder of each answer.
        codes: code by answer.
        code_ids: the codes that occur, in the order of the codebook.
    """

    sample: SampleDrawn | None
    coder: str
    codes: Mapping[AnswerKey, str]
    code_ids: tuple[str, ...]

    @property
    def sample_name(self) -> str:
        """Name of the sample; empty for all coded answers."""
        return "" if self.sample is None else self.sample.name

    @property
    def names(self) -> dict[str, str]:
        """The names of the codes by id."""
        state = load_review()
        return {code_id: state.name_code(code_id) for code_id in self.code_ids}


def choose_codes(*, with_all: bool = False) -> CodeSelection:
    """Show the lists of samples and coders, and return the chosen codes; call it only if one has something to choose.

    Args:
        with_all: whether all coded answers can be chosen instead of a sample. They are the choice without samples.
    """
    state = load_review()
    samples = {sample_id: sample.name for sample_id, sample in state.samples.items()}
    if with_all:
        samples[ALL_CODED] = "All reviewed answers, not a random sample"
    migrate_renamed_option(keys.REVIEW_SAMPLE, samples, {"All coded answers, not a random sample": ALL_CODED})
    sample_id = str(choose_option("Sample", samples, keys.REVIEW_SAMPLE, width=420))
    coder = FIRST_CODER
    if len(state.coders) > 1:
        coders = {FIRST_CODER: "the first reviewer of each answer", **{coder: coder for coder in state.coders}}
        migrate_renamed_option(keys.FIRST_CODER, coders, {"the first coder of each answer": FIRST_CODER})
        coder = str(choose_option("Causes of", coders, keys.FIRST_CODER, width=240))
    sample = state.samples.get(sample_id)
    codes = state.get_final_codes(coder or None) if sample is None else state.get_sample_codes(sample, coder or None)
    occurring = set(codes.values())
    code_ids = tuple(code_id for code_id in [*state.codes, UNSURE] if code_id in occurring)
    return CodeSelection(sample, coder, codes, code_ids)


def has_codes() -> bool:
    """Return whether an answer has a code."""
    return bool(load_review().decisions)


def hide_few_groups(rates: pd.DataFrame) -> pd.DataFrame:
    """Return rates without the intervals of too few groups."""
    few = rates["n_groups"].map(has_too_few_groups)
    return rates.assign(low=rates["low"].mask(few), high=rates["high"].mask(few))


def show_no_codes() -> None:
    """Explain why rates are missing."""
    st.info("No answer of this sample is reviewed yet. Begin on Review, *Name causes*.")
