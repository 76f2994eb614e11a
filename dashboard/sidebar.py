"""What stands in the sidebar of every page, below the navigation."""

import streamlit as st

from dashboard.queries import query


def show_foot() -> None:
    """Age of the data, and the credit that the photographs' licence asks for."""
    built_at = query("build")["built_at"][0]
    with st.sidebar:
        for benchmark in query("benchmarks").itertuples():
            st.caption(f"{benchmark.credit} · [source]({benchmark.source})")
        st.caption(f"Warehouse of {built_at:%Y-%m-%d %H:%M} UTC")
