"""Cancellation of a page that nobody looks at any more.

Streamlit ends the script of a closed or replaced page when it draws its next element. Long work in between asks here.
"""

import streamlit as st

from dashboard.runtime.streamlit_internals import make_cancellation_check


def stop_if_cancelled() -> None:
    """End the script of a page that was closed or replaced."""
    if make_cancellation_check()():
        st.stop()
