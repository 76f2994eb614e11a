"""The script of each page, by the page's path in the address.

Streamlit derives the path from the file's name, which therefore stays: links in the world hold it.
"""

_FOLDERS = {"ask_a_model": "ask", "ask_yourself": "ask"}
_PAGES = (
    "ask_a_model",
    "ask_yourself",
    "benchmarks",
    "bias",
    "cases",
    "checkpoints",
    "compare",
    "data",
    "glossary",
    "heatmaps",
    "items",
    "lab",
    "leaderboard",
    "overview",
    "paper",
    "precision",
    "review",
    "robustness",
    "slices",
    "tilt",
    "truth_audit",
)

PAGE_FILES = {page: f"dashboard/pages/{_FOLDERS.get(page, page)}/{page}.py" for page in _PAGES}
"""Files relative to the main script, as `st.Page` and `st.switch_page` take them."""
