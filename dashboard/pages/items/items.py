"""The page Items: difficulty and discrimination of each question of a case, and questions that deserve a look."""

import streamlit as st

from core.analyses.items import MIN_MODELS, describe_cautions, describe_items
from core.formatting import escape_markdown
from dashboard.pages.items import sections
from dashboard.selection.cached_analyses import show_run_limit_note
from dashboard.selection.filters import read_correctness_threshold, read_filters
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.parser_note import describe_parser

st.title("Items")
st.markdown("Which questions deserve a look: a wrong key, no need for the image, or no difference between models?")
filters, right_at = read_filters(), read_correctness_threshold()
show_run_limit_note(filters, "models")
with st.spinner("Fitting the questions", show_time=True):
    result = sections.compute_items(filters, right_at)

st.markdown(f"#### {escape_markdown(describe_items(result))}")
if result.fit is None:
    st.markdown(
        f"This page compares what many models answer to the same question. Fewer than {MIN_MODELS} "
        "models say more about the models than about the question. Clear some filters, or import more runs under "
        "*Data*."
    )
    st.stop()
for caution in describe_cautions(result):
    st.caption(escape_markdown(caution))
show_help_popover(
    "**Difficulty** is the ability halfway between guessing and always right, in standard "
    "deviations of the models' abilities: 0 suits the average model. **Discrimination** is how sharply strong and "
    "weak models differ there. Guessing is fixed at 1 divided by the number of options.\n\n"
    "**Key in doubt**: strong models agree on another answer, and that answer as the key explains all "
    "models' answers a hundred times better, even given how often models choose it anyway. **Answerable "
    "without the image**: the constant and the text-only baseline are right, and so are nine of ten models. "
    "**Separates no models**: all models are right, all are wrong, or one probability explains their answers ten times "
    "better than a curve.\n\nEach model counts once. Unreadable answers count as not given. Questions that the same "
    f"models answer correctly have the same place in the chart.\n\n{describe_parser()}"
)
sections.show_scatter(result)
sections.show_flagged(result)
sections.show_subset(result)
