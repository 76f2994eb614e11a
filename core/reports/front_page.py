"""First page of the report: title, scope and date, the findings, and the ranked chart."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

from core.analyses.answered import name_some
from core.analyses.findings import list_findings, list_reference_findings
from core.analyses.not_compared import describe_not_compared
from core.analyses.overview import Overview, list_reference_lines
from core.analyses.verdict_phrases import list_verdict_phrases
from core.analyses.verdicts import list_model_verdicts
from core.benchmarks.introductions import get_introduction
from core.benchmarks.registry import list_registered
from core.errors import ReportError
from core.formatting import capitalise_first, format_count, to_single_line
from core.reports.charts import ForestPlot, build_forest_plot
from core.reports.run_order import list_ranked_runs, sort_by_runs
from core.solvers.fitted import FITTED
from core.warehouse.read import Warehouse

MAX_TITLE = 200
"""Maximum number of characters of a title."""

MAX_CHART_RUNS = 8
"""Number of runs in the chart of the first page, the best; the tables of the appendix have all."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The user's choices for the report.

    Attributes:
        title: of the report; empty for the benchmark and its question.
        address: of a dashboard, to which the report links; empty for no links.
        written_at: date of the report.
    """

    title: str = ""
    address: str = ""
    written_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    def build_link(self, benchmark_id: str, case_id: str = "") -> str:
        """Return the address of a case's page, or of Overview; empty if no dashboard is known."""
        if not self.address:
            return ""
        page = "/cases" if case_id else "/"
        parameters = {"benchmark": benchmark_id} | ({"case": case_id} if case_id else {})
        return f"{self.address.rstrip('/')}{page}?{urlencode(parameters)}"


def check_request(request: ReportRequest) -> None:
    """Check title and address.

    Raises:
        ReportError: the title is too long, or the address is not one of a web page.
    """
    if len(request.title) > MAX_TITLE:
        raise ReportError(f"The title has {len(request.title)} characters. Use at most {MAX_TITLE}.")
    parts = urlsplit(request.address)
    if request.address and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise ReportError(
            f"{request.address[:80]!r} is not the address of a dashboard. Use one such as http://localhost:8501."
        )


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The texts of the first page.

    Attributes:
        benchmark: its title, which states whether Trilens drew it.
        scope: sentences on what was asked, of how many models, and what is left out.
        introduction: sentences on the task, and on what the truth means.
    """

    title: str
    benchmark: str
    date: str
    scope: str
    introduction: str
    findings: list[str]
    link: str


def build_front_page(
    warehouse: Warehouse, overview: Overview, request: ReportRequest, further_findings: Sequence[str] = ()
) -> FrontPage:
    """Build the first page.

    Args:
        warehouse: source of the counts.
        overview: the figures.
        request: the user's choices.
        further_findings: sentences after those of the overview.
    """
    benchmark_id = overview.about.benchmark_id
    entry, introduction = list_registered().get(benchmark_id), get_introduction(benchmark_id)
    benchmark = (entry.title if entry else "") or overview.about.title
    question = f"{benchmark}: {introduction.question}" if introduction.question else benchmark
    return FrontPage(
        title=to_single_line(request.title) or question,
        benchmark=benchmark,
        date=f"{request.written_at.day} {request.written_at:%B %Y}",
        scope=_describe_scope(warehouse, overview),
        introduction=" ".join(filter(None, (introduction.task, introduction.meaning))),
        findings=[*list_overview_findings(overview), *further_findings],
        link=request.build_link(benchmark_id),
    )


def list_overview_findings(overview: Overview) -> list[str]:
    """Return the findings on models, or on the reference solvers if no model is compared."""
    return list_findings(overview) or list_reference_findings(overview)


def _describe_scope(warehouse: Warehouse, overview: Overview) -> str:
    """Describe how many cases were asked, which models are compared, and which are not."""
    info = overview.about
    counts: dict[str, int] = dict(warehouse.query("contents").itertuples(index=False))
    cases = info.format_case_count(int(warehouse.count("cases")))
    n_groups = counts.get(info.words.groups)
    groups = f" of {n_groups:,} {info.words.groups}" if n_groups and info.words.groups != info.words.cases else ""
    n_questions = len(info.questions)
    asked = f", with {n_questions} questions each" if info.words.cases != "questions" and n_questions > 1 else ""
    labels = overview.scores.set_index("run_id")["label"]
    names = [str(labels[run_id]) for run_id in overview.scores["run_id"] if run_id in set(overview.compared)]
    models = f"{format_count(len(names), 'model')} compared: {name_some(names)}" if names else ""
    parts = (f"{cases}{groups}{asked}", models or "no model is compared yet")
    return " ".join(filter(None, (f"{'; '.join(parts)}.", describe_not_compared(overview) if names else "")))


def build_ranked_plot(warehouse: Warehouse, overview: Overview) -> ForestPlot:
    """Build the chart of mean scores with each model's verdicts in words: the best runs, and reference models."""
    phrases = {
        model.run_id: tuple((phrase.text, phrase.evidence) for phrase in list_verdict_phrases(model, overview))
        for model in list_model_verdicts(overview)
        if model.verdicts and not model.is_reference
    }
    rows = overview.scores[~overview.scores["model_id"].isin(FITTED)]
    is_reference = rows["kind"] == "reference"
    best = rows.index[~is_reference][:MAX_CHART_RUNS]
    return build_forest_plot(
        f"Mean {overview.about.score}, %",
        rows[is_reference | rows.index.isin(best)],
        list_reference_lines(overview),
        _load_model_kinds(warehouse),
        phrases,
    )


def build_effect_plots(warehouse: Warehouse, overview: Overview) -> list[ForestPlot]:
    """Build a chart per circumstance that may cost something, with all runs."""
    order, kinds = list_ranked_runs(warehouse), _load_model_kinds(warehouse)
    return [
        build_forest_plot(
            f"{capitalise_first(overview.about.score)}, {contrast.title}, points",
            sort_by_runs(overview.effects[contrast.contrast], order),
            {"no difference": 0.0},
            kinds,
        )
        for contrast in overview.about.contrasts
    ]


def describe_chart_limit(overview: Overview) -> str:
    """State how many runs the chart leaves out; empty if it has all of them."""
    n_runs = int((overview.scores["kind"] != "reference").sum())
    return f"The best {MAX_CHART_RUNS} of {n_runs:,} runs; the appendix has all." if n_runs > MAX_CHART_RUNS else ""


def _load_model_kinds(warehouse: Warehouse) -> dict[str, str]:
    """Return the kind by model id, in the order that assigns colours to models on pages."""
    runs = warehouse.query("runs")
    return dict(zip(runs["model_id"], runs["kind"], strict=True))
