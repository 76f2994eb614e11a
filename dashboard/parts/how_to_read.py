"""The place for what explains a method: behind an expander, so that captions stay short."""

import streamlit as st


def how_to_read(text: str) -> None:
    """Shows Markdown behind *How to read this*."""
    with st.expander("How to read this"):
        st.markdown(text)
