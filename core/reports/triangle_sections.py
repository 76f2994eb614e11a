"""Tables that only the report of Tri-Bench has: the paper's figures and the truth audit; their public names."""

from core.analyses import truth_audit
from core.analyses.reproduction import FIGURE_TITLES, describe_reproduction
from core.benchmarks.entries import UNLISTED
from core.benchmarks.registry import list_registered
from core.reports.report_section import ReportSection
from core.warehouse.aggregation import Aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import NO_FILTERS, Warehouse

REPRODUCTION_COLUMNS = ("row_key", "column_key", "computed", "published", "difference", "n", "is_reproduced", "source")


def build_triangle_sections(warehouse: Warehouse) -> list[ReportSection]:
    """Build the reproduction of the paper's figures, and the truth audit."""
    reproduction, parts = warehouse.query("reproduction"), []
    for figure_id, title in FIGURE_TITLES.items():
        for origin, origin_name in (("paper", "as printed"), ("release", "result table of the release")):
            rows = reproduction[(reproduction["figure_id"] == figure_id) & (reproduction["origin"] == origin)]
            if len(rows):
                note = f"{describe_reproduction(rows)} ({origin_name})."
                parts.append(
                    ReportSection(
                        f"{figure_id}_{origin}", title, note, rows[list(REPRODUCTION_COLUMNS)].reset_index(drop=True)
                    )
                )
    audit, audited_ranking = warehouse.query("truth_audit"), warehouse.query("audited_ranking", kinds=None)
    described = read_benchmark_info(warehouse)
    truth = list_registered().get(described.benchmark_id, UNLISTED).truth
    changes = truth_audit.compute_audit_effects(
        warehouse.aggregate(NO_FILTERS, Aggregation(truth_audit.SUMMED_BY, truth_audit.SUMMED_COLUMNS))
    )
    sentences = truth_audit.describe_audit(audit, audited_ranking, changes, described.words.cases, truth)
    return [
        *parts,
        ReportSection("truth_audit", "Truth audit", " ".join(sentences), audit),
        ReportSection(
            "audited_ranking",
            f"Ranking under the {truth} and under the audited truth",
            "Mean score 3D over readable answers of models and people, %; reference models are left out, because the "
            f"lengths in the {described.words.cases} are the homography solver's. The last columns are about the "
            "triangles with errors alone.",
            audited_ranking,
            "No model or person has answered.",
        ),
        ReportSection(
            "class_rule_differences",
            "Side classes in 2D: released, and by the rule of the paper",
            "",
            warehouse.query("class_rule_differences"),
        ),
    ]
