"""The overview's figures without a browser: what is in the warehouse, the ranking, the published figures again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from jinja2 import Environment, FileSystemLoader, select_autoescape

from core.analyses import blind_references, truth_audit
from core.analyses.aggregates import aggregated, aggregates_of, defined_text
from core.analyses.answered import OF_COVERAGE, unranked_sentence
from core.analyses.estimates import BOUNDS
from core.analyses.findings import findings, reference_findings
from core.analyses.model_versions import describe_versions
from core.analyses.overview import RAW_AND_HABIT, Overview, figures_of, overview, reference_lines
from core.analyses.phrases import UNREADABLE, chosen_again
from core.analyses.reproduction import FIGURE_TITLES, reproduction_sentence
from core.analyses.sensitivity import CHANCES, SUMMED_BY, SUMMED_FOR, detectable_by_question
from core.analyses.skill import ASKED, MOST_ASKED, redrawn_constants
from core.benchmarks.registry import LISTED, UNLISTED
from core.formatting import capital, plain, plain_cell, time_text
from core.notes import Note
from core.reports.cases import pinned_cases
from core.reports.charts import Forest, forest
from core.reports.column_labels import headings, rows
from core.reports.run_order import list_ranked_runs, sort_by_runs
from core.solvers.fitted import FITTED
from core.warehouse.aggregation import Sums
from core.warehouse.metadata import about
from core.warehouse.read import NO_FILTERS, Warehouse
from core.warehouse.redaction import without_paths

HOLM = "P-values are corrected for the number of pairs of all models (Holm)."

COLUMNS = ("row_key", "column_key", "computed", "published", "difference", "n", "is_reproduced", "source")


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the report.

    Attributes:
        nothing: what is said in place of a table without rows.
    """

    key: str
    title: str
    note: str
    table: pd.DataFrame
    nothing: str = "None."


def analysed(warehouse: Warehouse) -> Overview:
    """What the overview shows."""
    return overview(figures_of(warehouse.query, warehouse.table), about(warehouse))


def sections(warehouse: Warehouse, found: Overview) -> list[Section]:
    """The report's tables in order: those of every benchmark, then its own, then what was read.

    Tables about runs list them in the order of the ranking.
    """
    own, order = _OWN.get(warehouse.own_sql), list_ranked_runs(warehouse)
    parts = [*_common(warehouse, found), *(own.sections(warehouse) if own else [])]
    parts = [replace(section, table=sort_by_runs(section.table, order)) for section in parts]
    parts += [
        Section("corrections", "Corrected while reading", "", warehouse.query("corrections")),
        Section("truth_differences", "Truth: released and recomputed", "", warehouse.query("truth_differences")),
    ]
    if warehouse.has_query("release_differences"):
        rows = warehouse.query("release_differences")
        parts.append(Section("release_differences", "Answers: as released and as read here", "", rows))
    parts += [
        Section("refusals", "Refused", "", warehouse.query("refusals")),
        Section("sources", "Files that were read, without the images", "", _files(warehouse)),
    ]
    return [_with_outside_names(section, own) for section in parts] if own else parts


def _common(warehouse: Warehouse, found: Overview) -> list[Section]:
    words, score = found.about.words, found.about.score
    intervals = f"In percent, with 95 % intervals clustered by {words.group}."
    ranking, rows = f"Mean {words.score} over readable answers, %.", warehouse.query("ranking", kinds=None)
    labels = blind_references.without_any(rows)
    notes = [blind_references.none_sentence(labels, words)] if labels else []
    notes += filter(None, [unranked_sentence(rows.dropna(subset=["score"]), words)])
    notes += describe_versions(warehouse.query("model_versions"), found.compared)
    parts = [
        Section("contents", "What is in the warehouse", "", warehouse.query("contents")),
        Section(
            "ranking", "Ranking", " ".join([ranking, *notes]), blind_references.counted(rows).drop(columns=OF_COVERAGE)
        ),
        Section(
            "kappa",
            f"{capital(score)} with its interval, and its bounds with unreadable answers as wrong and as right",
            f"{intervals} {UNREADABLE}",
            _means_of(found.kappa, *BOUNDS),
        ),
        Section(
            "pairs",
            "Which models differ significantly",
            f"Paired differences of {score}. {intervals} {HOLM}",
            _pairs(found),
            _without_pairs(found),
        ),
        Section(
            "skill",
            f"Skill: {score} minus the blind constant's",
            f"{intervals} {chosen_again(words.groups)}",
            _differences(found.skill),
        ),
        *_sensitivity(warehouse, found),
        Section(
            "lift",
            f"Lift: {words.score} minus its mean when answers move to other {words.groups}",
            intervals,
            _differences(found.lifts, "against"),
        ),
    ]
    if len(found.looking):
        title = f"{capital(score)} minus that of a reader of question and options alone"
        parts.append(Section("looking", title, intervals, _differences(found.looking)))
    parts += _means(warehouse, found)
    if found.about.foil:
        parts += [
            Section(
                "reliance",
                f"Image-plane reliance: {found.about.foil_score} minus {score}",
                intervals,
                _differences(found.reliance, *found.about.reliance_by),
            ),
            Section(
                "reading",
                f"Image-plane reliance by {words.cases}: raw, what habit gives, and what looking adds (lift)",
                f"{intervals} P-values of the lift are by permutation, or by Student's t if no permutation is as good.",
                _differences(found.readings, "subset", *RAW_AND_HABIT.values()),
            ),
        ]
    return parts + [
        Section(
            f"{contrast.contrast}_effect",
            f"{capital(score)}, {contrast.title}",
            intervals,
            _differences(found.effects[contrast.contrast]),
        )
        for contrast in found.about.contrasts
    ]


def _sensitivity(warehouse: Warehouse, found: Overview) -> list[Section]:
    """What each question could have shown; nothing where no model is compared with a constant baseline."""
    if not found.compared or found.skill.empty:
        return []
    asked = warehouse.query("asked_truths")
    is_redrawn = len(asked) <= MOST_ASKED
    by = tuple(dict.fromkeys((*SUMMED_BY, *(ASKED if is_redrawn else ()))))
    sums = warehouse.sums({**NO_FILTERS, "runs": list(found.compared)}, Sums(by, SUMMED_FOR))
    table = detectable_by_question(sums, redrawn_constants(asked) if is_redrawn else None)
    note = f"Points of {found.about.score} above or below not looking, {CHANCES}; the median over the models."
    return [Section("sensitivity", "The smallest difference that each question would have shown", note, table)]


def _pairs(found: Overview) -> pd.DataFrame:
    """Both models of each pair, then their difference."""
    names = ["first", "first_label", "second", "second_label"]
    return found.pairs[[*names, *(name for name in found.pairs if name not in names)]]


def _without_pairs(found: Overview) -> str:
    """Why no two models are compared."""
    if len(found.compared) == 1:
        return "One model alone is compared, so there is no pair."
    return "No model has answered that could be compared. Reference models are not compared with each other."


def _means(warehouse: Warehouse, found: Overview) -> list[Section]:
    """The means that the benchmark's paper defines, each with its definition and its cells."""
    defined = aggregates_of(warehouse.query("aggregates"))
    if not defined:
        return []
    means, cells = (warehouse.query(name, of_runs=None) for name in ("aggregate_means", "aggregate_cells"))
    about, parts, labels = found.about, [], found.kappa.set_index("run_id")["label"]
    for one in (aggregated(mean, means, cells) for mean in defined):
        key, title = f"mean_{one.defined.aggregate_id}", one.defined.title
        told = defined_text(one, about.factors, about.questions)
        note = f"{told} In percent, with 95 % intervals clustered by {about.words.group}."
        parts.append(Section(key, title, note, _means_of(one.by_run, "least", "most", "n_means")))
        named = one.cells.assign(label=one.cells["run_id"].map(labels))
        named = named[["run_id", "label", *(name for name in one.cells if name != "run_id")]]
        parts.append(Section(f"{key}_cells", f"{title}: cells and their weights", "", named))
    return parts


def _of_triangles(warehouse: Warehouse) -> list[Section]:
    """The paper's figures again, and the truth audit."""
    reproduction, parts = warehouse.query("reproduction"), []
    for figure_id, title in FIGURE_TITLES.items():
        for origin, origin_name in (("paper", "as printed"), ("release", "result table of the release")):
            rows = reproduction[(reproduction["figure_id"] == figure_id) & (reproduction["origin"] == origin)]
            if len(rows):
                note = f"{reproduction_sentence(rows)} ({origin_name})."
                parts.append(Section(f"{figure_id}_{origin}", title, note, rows[list(COLUMNS)].reset_index(drop=True)))
    audit, audited_ranking = warehouse.query("truth_audit"), warehouse.query("audited_ranking", kinds=None)
    described = about(warehouse)
    truth = LISTED.get(described.benchmark_id, UNLISTED).truth
    changes = truth_audit.effects(warehouse.sums(NO_FILTERS, Sums(truth_audit.SUMMED_BY, truth_audit.SUMMED_FOR)))
    sentences = truth_audit.audit_sentences(audit, audited_ranking, changes, described.words.cases, truth)
    return [
        *parts,
        Section("truth_audit", "Truth audit", " ".join(sentences), audit),
        Section(
            "audited_ranking",
            f"Ranking under the {truth} and under the audited truth",
            "Mean score 3D over readable answers of models and people, %; reference models are left out, because the "
            f"lengths in the {described.words.cases} are the homography solver's. The last columns are about the "
            "blamed triangles alone.",
            audited_ranking,
            "No model or person has answered.",
        ),
        Section(
            "class_rule_differences",
            "Side classes in 2D: released, and by the rule of the paper",
            "",
            warehouse.query("class_rule_differences"),
        ),
    ]


@dataclass(frozen=True, slots=True)
class _Own:
    """What a report has for benchmarks with SQL of their own.

    Attributes:
        sections: after the common ones.
        columns: names outside of columns, by the names inside.
        levels: the same of values in a column, by the name outside.
    """

    sections: Callable[[Warehouse], list[Section]]
    columns: Mapping[str, str]
    levels: Mapping[str, Mapping[str, str]]


_OWN = {
    "triangles": _Own(
        _of_triangles,
        {
            "score": "kappa_3d", "foil_score": "kappa_2d", "reliance": "image_plane_reliance", "against": "score",
            "cases": "photographs", "groups": "triangles", "subset": "photographs", "case_id": "photograph_id",
            "group_id": "triangle_id", "n_groups": "n_triangles",
        },
        {"score": {"truth": "3d", "foil": "2d"}},
    )
}  # fmt: skip
"""By folder of SQL. Programs outside read the report's JSON, so its names stay those of the benchmark."""


def _with_outside_names(section: Section, own: _Own) -> Section:
    table = section.table.rename(columns=own.columns)
    for column in own.levels.keys() & set(table.columns):
        table[column] = table[column].replace(own.levels[column])
    return replace(section, table=table)


def _files(warehouse: Warehouse) -> pd.DataFrame:
    sources = warehouse.query("sources")
    return sources[~sources["path"].str.startswith("images/")].reset_index(drop=True)


def _means_of(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """The columns of mean scores: they have no p-value, since nobody asks whether a score is 0."""
    return rows[["run_id", "label", *by, "value", "low", "high", "n", "n_groups"]]


def _differences(rows: pd.DataFrame, *by: str) -> pd.DataFrame:
    """The columns of differences from 0, with what could have been shown where verdicts are given."""
    detectable = [name for name in ("detectable",) if name in rows]
    return rows[["run_id", "label", *by, "value", "low", "high", "p_value", *detectable, "n", "n_groups"]]


def as_json(warehouse: Warehouse) -> dict[str, Any]:
    """The report as one object: the generation and a list of rows per section."""
    build = without_paths(warehouse.query("build")).astype({"built_at": str}).to_dict("records")[0]
    found = analysed(warehouse)
    tables = {section.key: _plain(section.table) for section in sections(warehouse, found)}
    return {
        "generation": warehouse.generation,
        "build": build,
        "findings": findings(found) or reference_findings(found),
        **tables,
    }


def _plain(table: pd.DataFrame) -> list[dict[str, Any]]:
    plain = table.astype(object).where(table.notna(), None)
    return [dict(zip(plain.columns, row, strict=True)) for row in plain.itertuples(index=False)]


def rendered(
    warehouse: Warehouse,
    form: Literal["md", "html"],
    pinned: Sequence[str] = (),
    derived: Path | None = None,
    notes: Sequence[Note] = (),
) -> str:
    """The report as Markdown, or as one HTML file that needs nothing else and prints well.

    Args:
        warehouse: what it is about.
        form: of the text.
        pinned: cases to show with their answers, in HTML.
        derived: folder of the photographs' copies, for their pictures.
        notes: those on pinned cases stand below them.

    Raises:
        ReportError: a pinned case is unknown.
    """
    template = _TEMPLATES.get_template(f"report.{form}")
    found = analysed(warehouse)
    return template.render(
        generation=warehouse.generation,
        build=warehouse.query("build").iloc[0],
        findings=findings(found) or reference_findings(found),
        plots=_plots(found, list_ranked_runs(warehouse)) if form == "html" else [],
        about=found.about,
        against=" · against ".join(frame.title for frame in (found.about.truth, found.about.foil) if frame),
        cases=pinned_cases(warehouse, pinned, derived or Path(), notes),
        sections=sections(warehouse, found),
    )


def _plots(found: Overview, order: Sequence[str]) -> list[Forest]:
    kappa = found.kappa[~found.kappa["model_id"].isin(FITTED)]
    score = found.about.score
    return [
        forest(f"Mean {score}, %", kappa, reference_lines(found)),
        *(
            forest(
                f"{capital(score)}, {contrast.title}, points",
                sort_by_runs(found.effects[contrast.contrast], order),
                {"no difference": 0.0},
            )
            for contrast in found.about.contrasts
        ),
    ]


_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters |= {"plain": plain, "plain_cell": plain_cell}
_TEMPLATES.globals |= {"headings": headings, "rows": rows}
_TEMPLATES.filters["time_text"] = time_text
