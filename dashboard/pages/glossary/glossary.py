"""The page Glossary."""

import streamlit as st

from core.analyses.glossary import build_glossary
from core.formatting import escape_markdown
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.glossary import texts

st.title("Glossary")
st.caption(texts.LEAD)
for term in build_glossary(get_benchmark_info()):
    st.markdown(f"**{escape_markdown(term.word)}**  \n{escape_markdown(term.meaning)}")
