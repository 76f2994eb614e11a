"""Sections of the Truth audit page: the evidence on one triangle, and the effect of its verdicts on the ranking."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import truth_audit
from core.analyses.phrases import format_interval_in_brackets
from core.formatting import escape_markdown, format_number
from core.overlays.board import SIZE_PX, build_board_shapes, count_quarter_turns
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS
from dashboard.components.gallery import Tile, build_gallery
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.truth_audit import texts
from dashboard.pages.truth_audit.audit_arrows_chart import draw_audit_arrows
from dashboard.pages.truth_audit.max_deviation_chart import draw_max_deviation
from dashboard.runtime.state_keys import truth_audit as keys
from dashboard.selection.cached_analyses import analyse_aggregation
from dashboard.selection.run_limit import choose_top_runs, format_limit_note
from dashboard.shell.page_title import get_contents_entry
from dashboard.style.theme import reserve_height
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart
from dashboard.widgets.navigation import open_photograph
from dashboard.widgets.tables import DecimalColumn, download, show_small_table

SIDES = {"ab": "AB", "bc": "BC", "ca": "CA"}

AUDIT_COLUMNS: dict[str, Any] = {
    "group_id": "Triangle",
    "verdict_title": "Verdict",
    "explanation": "Explanation",
    "views": "Images measured",
    **{f"{side}_cm": DecimalColumn(f"{title} as stated, cm") for side, title in SIDES.items()},
    **{f"{side}_residual_cm": DecimalColumn(f"{title}, images − stated, cm") for side, title in SIDES.items()},
}
"""Columns of the table of all triangles."""

TILE_PX, CAPTION_PX = 220, 40
"""Heights of a rectified view, and of the caption below it."""


def choose_triangle(group_id: str) -> None:
    """Show the evidence on the triangle whose mark was clicked."""
    keys.TRIANGLE.write(group_id)


def compute_effects() -> pd.DataFrame:
    """Compute the effect of the audited truth on the runs, as `truth_audit.effects` returns it."""
    return analyse_aggregation(
        truth_audit.compute_audit_effects,
        NO_FILTERS,
        Aggregation(truth_audit.SUMMED_BY, truth_audit.SUMMED_COLUMNS),
        of_all=True,
    )


def show_sentences(sentences: Sequence[str], verdicts: pd.DataFrame) -> None:
    """Show the audit's findings, with a link to the evidence on the blamed triangles.

    Args:
        sentences: as `truth_audit.describe_audit` returns them.
        verdicts: the query `truth_audit`.
    """
    blaming = [name for name in truth_audit.BLAMING if name in set(verdicts["verdict"])]
    blamed = verdicts[verdicts["verdict"].isin(blaming)]

    def choose() -> None:
        keys.VERDICT.write(blaming)
        keys.TRIANGLE.write(blamed["group_id"].iloc[0])

    way = finding_links.link_to_section("See their evidence", keys.EVIDENCE, choose) if len(blamed) else None
    headline, *details = sentences
    finding_links.show(headline, keys.EVIDENCE_LINK.make_key(0), way)
    for detail in details:
        st.caption(escape_markdown(detail))


def show_differences(verdicts: pd.DataFrame) -> None:
    """Show the blamed triangles as a table of arrows, the others by their largest difference; a click chooses one.

    Args:
        verdicts: the query `truth_audit`.
    """
    titles = truth_audit.list_verdict_titles(get_benchmark_info().words.cases)
    cases, truth = get_benchmark_info().words.cases, get_contents_entry().truth
    measured = verdicts.dropna(subset=["size_sigmas"])
    blamed, others = measured[measured["is_blamed"]], measured[~measured["is_blamed"]]
    if len(blamed):
        st.markdown(texts.describe_blamed(len(blamed), cases))
        st.caption(texts.explain_arrows(truth, cases, float(blamed["limit_cm"].iloc[0])))
        figure = draw_audit_arrows(blamed, titles)
        show_chart(figure, keys.BLAMED_SIDES_CHART, texts.describe_arrows(truth, cases), choose_triangle)
    if len(others):
        if len(blamed):  # otherwise it repeats the first sentence
            st.markdown(texts.describe_agreeing(len(others), cases, truth))
        figure = draw_max_deviation(others, titles)
        show_chart(figure, keys.DIFFERENCES_CHART, texts.DEVIATION_CHART, choose_triangle)


def show_evidence(verdict: Mapping[Hashable, Any]) -> None:
    """Show the verdict on one triangle, its sides by view, and its rectified views.

    Args:
        verdict: a row of the query `truth_audit`.
    """
    cases = get_benchmark_info().words.cases
    titles = truth_audit.list_verdict_titles(cases)
    st.markdown(
        f"**{escape_markdown(verdict['group_id'])}: {titles[verdict['verdict']]}.** "
        f"{escape_markdown(verdict['explanation'])}"
    )
    views = run_query("audit_views", group_id=verdict["group_id"])
    show_small_table(_build_side_table(verdict, views), dict.fromkeys(SIDES.values(), "{:.1f}"))
    if pd.notna(verdict["limit_cm"]):
        st.caption(texts.explain_noise(cases, verdict["noise_cm"], verdict["limit_cm"]))
    rows = views.to_dict("records")
    reserve_height(keys.RECTIFIED_VIEWS, TILE_PX + CAPTION_PX)
    build_gallery(
        [_build_tile(row, turns) for row, turns in zip(rows, count_quarter_turns(rows), strict=True)],
        keys.RECTIFIED_VIEWS,
        open_photograph,
        tile_px=TILE_PX,
        aspect="1",
        page="cases",
    ).show()
    st.caption(texts.explain_rectified(cases, get_contents_entry().truth))


def _build_side_table(verdict: Mapping[Hashable, Any], views: pd.DataFrame) -> pd.DataFrame:
    rows = [{"": f"as {get_contents_entry().truth}", **{name: verdict[f"{side}_cm"] for side, name in SIDES.items()}}]
    rows += [
        {"": view["case_id"], **{name: view[f"{side}_rect_cm"] for side, name in SIDES.items()}}
        for view in views.to_dict("records")
    ]
    rows.append({"": "audited", **{name: verdict[f"{side}_audited_cm"] for side, name in SIDES.items()}})
    return pd.DataFrame(rows)


def _build_tile(row: Mapping[Hashable, Any], turns: int) -> Tile:
    return Tile(
        case_id=row["case_id"],
        url=find_image_url(row["rectified_key"], "rectified"),
        width_px=SIZE_PX,
        height_px=SIZE_PX,
        caption=row["condition"],
        detail="" if pd.notna(row["ab_rect_cm"]) else "not measured",
        shapes=tuple(build_board_shapes(row)),
        quarter_turns=turns,
    )


def show_ranking(ranking: pd.DataFrame, changes: pd.DataFrame) -> None:
    """Show the ranking under both truths side by side with intervals; of many runs, the best.

    Args:
        ranking: the query `audited_ranking`.
        changes: as `truth_audit.effects` returns them.
    """
    truth = get_contents_entry().truth
    columns = texts.list_ranking_headings(truth)
    numbers = {columns[name]: "{:.1f}" for name in ("blamed_published", "blamed_audited")}
    shown = ranking[ranking["run_id"].isin(choose_top_runs(ranking["run_id"]))].join(
        _format_estimates(changes), on="run_id"
    )
    show_small_table(shown[list(columns)].rename(columns=columns), numbers, list(columns.values())[1:3])
    if limit_note := format_limit_note(len(shown), len(ranking)):
        st.caption(texts.explain_run_limit(limit_note, truth))
    download(ranking, "audited_ranking")


def _format_estimates(changes: pd.DataFrame) -> pd.DataFrame:
    """Format scores under both truths and their difference as texts with intervals, by run."""
    texts = {}
    for of, rows in changes.set_index("run_id").groupby("of"):
        decimals, with_plus = (2, True) if of == truth_audit.CORRECTION else (1, False)
        texts[of] = rows.apply(
            lambda row, decimals=decimals, with_plus=with_plus: (
                format_number(row["value"], decimals, with_plus=with_plus)
                + format_interval_in_brackets(row, decimals, with_plus=with_plus)
            ),
            axis=1,
        )
    standing = changes[changes["of"] == truth_audit.CORRECTION].set_index("run_id")["standing"]
    return pd.DataFrame({**texts, "standing": standing.map(truth_audit.STANDINGS)})
