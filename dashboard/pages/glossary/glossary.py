"""The page Glossary."""

import streamlit as st

from core.analyses.glossary import build_glossary
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info

st.title("Glossary")
st.caption("Each word is underlined at its first use on a page. Hover over it to see its definition.")
for term in build_glossary(get_benchmark_info()):
    st.markdown(f"**{escape_markdown(term.word)}**  \n{escape_markdown(term.meaning)}")
