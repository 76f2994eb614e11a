"""What the words on the pages mean."""

import streamlit as st

from core.analyses.glossary import build_glossary
from core.formatting import escape_markdown
from dashboard.data.queries import get_benchmark_info

st.title("Glossary")
st.caption("At its first use on a page each word is underlined; the mouse on it shows the same.")
for term in build_glossary(get_benchmark_info()):
    st.markdown(f"**{escape_markdown(term.word)}**  \n{escape_markdown(term.meaning)}")
