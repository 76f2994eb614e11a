"""The parameter of the URL that opens a case, and the name that it has in links of former versions."""

import streamlit as st

CASE = "case"
FORMER_CASE = "photograph"
"""Accepted, and kept in the URL of a page that it opened: a change of names would add a step to the history."""


def read_case_id() -> str | None:
    """Return the id of the case in the URL; None without one."""
    case_id: str | None = st.query_params.get(CASE, st.query_params.get(FORMER_CASE))
    return case_id


def write_case_id(case_id: str) -> None:
    """Open another case by its id."""
    st.query_params[FORMER_CASE if FORMER_CASE in st.query_params else CASE] = case_id


def forget_case_id() -> None:
    """Remove the case from the URL."""
    for name in (CASE, FORMER_CASE):
        st.query_params.pop(name, None)


def rename_former_parameter() -> None:
    """Rename the parameter of a link of former versions, on a page that is opened by links."""
    if FORMER_CASE in st.query_params:
        st.query_params[CASE] = st.query_params[FORMER_CASE]
        del st.query_params[FORMER_CASE]
