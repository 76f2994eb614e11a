"""The page Truth audit: whether the sides that a benchmark states match its images."""

import streamlit as st

from core.analyses.truth_audit import VERDICTS, describe_audit, list_verdict_titles
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import has_query, run_query
from dashboard.pages.truth_audit import sections
from dashboard.pages.truth_audit.accelerometer import show_accelerometer
from dashboard.selection.references import list_displayed_kinds
from dashboard.selection.selectors import choose_option
from dashboard.shell.benchmark_switch import get_contents_entry
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_help_popover
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import show_table

st.title("Truth audit")
verdicts = run_query("truth_audit")
ranking = run_query("audited_ranking", kinds=list_displayed_kinds())
changes = sections.compute_effects()
sections.show_sentences(
    describe_audit(verdicts, ranking, changes, get_benchmark_info().words.cases, get_contents_entry().truth), verdicts
)
sections.show_differences(verdicts)
show_help_popover(
    "A side through the homography is the median over the triangle's images. A side is blamed if its difference "
    "exceeds what the noise of all triangles explains, and if it is similar in every image. The audit changes no "
    f"score: every other page uses the {get_contents_entry().truth} truth. Each arrow points from the stated length "
    "(zero) to the length "
    "in the images; the grey band is the limit of noise. Click a mark to see the triangle's evidence."
)

with st.container(key=sections.EVIDENCE):
    st.header("Evidence")
    chosen = st.pills(
        "Verdict",
        [name for name in VERDICTS if name in set(verdicts["verdict"])],
        format_func=list_verdict_titles(get_benchmark_info().words.cases).__getitem__,
        selection_mode="multi",
        key=sections.VERDICT,
        bind="query-params",
    )
    shown = verdicts[verdicts["verdict"].isin(chosen)] if chosen else verdicts
    group_ids = {group_id: group_id for group_id in shown["group_id"]}
    group_id = choose_option("Triangle, the largest disagreement first", group_ids, sections.TRIANGLE, width=320)
    sections.show_evidence(verdicts.set_index("group_id", drop=False).loc[group_id].to_dict())
finding_links.show_section_anchor(sections.EVIDENCE)
with st.expander("All triangles as a table"):
    titles = shown["verdict"].map(list_verdict_titles(get_benchmark_info().words.cases))
    show_table(shown.assign(verdict_title=titles), "truth_audit", sections.AUDIT_COLUMNS, alt="Verdicts of the audit")

st.header("Ranking with corrected ground truth")
sections.show_ranking(ranking, changes)
show_help_popover(
    "The audited truth of a triangle has one source: its lengths by tape, exchanged if two are swapped; or the "
    "three sides that the photographs show, if the tape is blamed otherwise. Reference models are left out: the "
    "homography solver's lengths are those of the photographs, so it would be scored against its own answers. The "
    "change is in points; its interval has triangles as clusters, and whether it is significant is corrected for the "
    "number of models (Holm). Ranks follow the means."
)

if has_query("tilts"):
    st.header("Tilt: homography against accelerometer", anchor=False)
    show_accelerometer()

if len(differences := run_query("class_rule_differences")):
    st.header("Side classes in 2D: the release vs. the paper")
    st.markdown(
        f"**{len(differences)} of {get_benchmark_info().format_case_count(len(run_query('case_ids')))}** have another "
        "side class in 2D by the "
        "release than by the paper's rule. Scores against 2D use the released class."
    )
    show_help_popover(
        "The paper calls a triangle equilateral if all three pairs of sides are within 3%. The release compares only "
        "neighbours in sorted order, so its longest and shortest sides may differ by more."
    )
    columns = {
        "case_id": get_benchmark_info().words.case.capitalize(),
        "condition": "Condition",
        "released": "released",
        "by_the_paper": "by the paper's rule",
        "side_class_3d": "3D",
    }
    alt = f"{get_benchmark_info().words.cases.capitalize()} whose side class differs by rule; a row opens one"
    case_ids = list(differences["case_id"])
    show_table(
        differences, "class_rule_differences", columns, alt, on_choose=lambda place: open_photograph(case_ids[place])
    )
