"""The filters that are set, as chips over the page: the sidebar may be scrolled or folded away."""

import streamlit as st

from core.text import plain
from dashboard.filters import CHIPS, all_options_of, clear_all, shown_selection
from dashboard.queries import about, begin_fragment

MAX_NAMED = 3


@st.fragment(key=CHIPS)
def show() -> None:
    """A chip for each filter that is set, which removes it, and a button for all of them.

    Their fragment is there without them too: else the first chip would move the page in the list of what is shown,
    and the browser would draw all of it anew.
    """
    begin_fragment()
    chosen = {key: values for key, values in shown_selection().items() if values}
    if not chosen:
        return
    factors = about().factors
    with st.container(horizontal=True, vertical_alignment="center", key="filter_chips"):
        for key, values in chosen.items():
            labels = all_options_of(key)
            named = [labels.get(value, value) for value in values[:MAX_NAMED]]
            more = f" and {len(values) - MAX_NAMED} more" if len(values) > MAX_NAMED else ""
            st.button(
                plain(f"{factors[key].title}: {', '.join(named)}{more}"),
                icon=":material/close:",
                icon_position="right",
                key=f"chip_{key}",
                help="Remove this filter",
                on_click=_remove,
                args=(key,),
            )
        if len(chosen) > 1:
            st.button("Clear all", key="clear_chips", type="tertiary", on_click=clear_all)


def _remove(key: str) -> None:
    """Callback: the filter itself has to follow, which stands elsewhere."""
    st.session_state[key] = []
    st.rerun()
