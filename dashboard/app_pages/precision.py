"""Cannot a model see it, or is it not precise enough? Scores by how clearly the cases decide."""

import streamlit as st

from core.analyses.precision import precision_sentence
from core.text import plain
from dashboard.analysed import say_shown
from dashboard.figures import how_to_read
from dashboard.filters import chosen_filters
from dashboard.parts import precision
from dashboard.parts.runs import show_nothing
from dashboard.queries import about

st.title("Precision")
described, filters = about(), chosen_filters()
say_shown(filters, "models")
words = described.words
shown = precision.figures(filters)
if shown is None:
    show_nothing(f"No readable answer to {words.cases} with a margin fits these filters.")
st.caption(
    "The margin says how clearly the truth decides: a model that cannot see the thing fails at every margin, a model "
    "that is not precise enough fails where the margin is narrow. "
    f"{len(shown.questions)} of {len(described.questions)} questions have a margin." + precision.coverage_text(shown)
)
if text := precision_sentence(shown.sights, shown.runs, described):
    st.markdown(f"#### {plain(text)}")
precision.show_sights(shown)
how_to_read(
    f"Each question's {words.cases} are halved by their margin. The two numbers are what looking gains where the "
    f"margin is wide → where it is narrow, in points: {described.score} minus what not looking gives there, the better "
    f"of guessing and of the best constant answer. The mouse shows by how much the {described.score} falls, with its "
    f"95 % interval, {words.groups} as clusters.\n\n"
    "- **yes**: a gain is shown at wide and at narrow margins, and no fall.\n"
    "- **falls**: a gain is shown at both, and the fall too.\n"
    "- **if wide**: a gain is shown at wide margins only; precision is missing.\n"
    "- **not shown**, **no**: even at wide margins no gain is shown, or a loss is.\n"
    "- **too few**: too few to tell.\n\n"
    "Verdicts are not corrected for their number. A click opens the cases behind a verdict."
)

st.header("From narrow to wide margins", anchor=False)
precision.show_panels(shown)
how_to_read(
    f"Each question's {words.cases} in four bands of about the same size by their margin; below each band, between "
    "which margins it is. Lines are 95 % intervals; faint marks stand for too few "
    f"{words.groups}. Dashed: what not looking gives. A click on a mark opens its cases."
)
with st.expander("Show data"):
    precision.show_bands(shown)
