"""What the words on the pages mean."""

import streamlit as st

from core.analyses.glossary import glossary
from core.formatting import plain
from dashboard.data.queries import about

st.title("Glossary")
st.caption("At its first use on a page each word is underlined; the mouse on it shows the same.")
for term in glossary(about()):
    st.markdown(f"**{plain(term.word)}**  \n{plain(term.meaning)}")
