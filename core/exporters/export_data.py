"""Data source of all export formats: runs and their replies, read from a warehouse in chunks of cases.

Only one chunk of cases is in memory at a time, so runs of any size can be exported. Missing scores are left out: no
format writes 0 for an answer that could not be read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.info import BenchmarkInfo
from core.benchmarks.registry import load_benchmark
from core.errors import ExportError, JournalError
from core.exporters.export_records import CaseImage, ExportedCase, ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_field_name
from core.records import Answer, Frame, Reply, Run, Value
from core.runs.journal import list_journal_paths, read_manifest
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import Warehouse
from core.workspace import Workspace, format_benchmark_option

AT_A_TIME = 1000
"""Number of cases in memory."""

SCORED_ROLES = ("truth", "foil", "corrected")
"""Roles of the frames that have scores."""

ADDRESS = "base_url"
"""Run setting with the address of the model's server, which only the host may see."""


class ExportData:
    """A benchmark's cases and some of its runs.

    Attributes:
        about: the benchmark, as its warehouse describes it.
        facts: source, version, licence and credit of the benchmark, by name.
        runs: the runs to export.
        release: the folder with the benchmark's files.
        derived: the folder with the copies of its images.
        score_names: by question id and frame.
    """

    def __init__(
        self, warehouse: Warehouse, workspace: Workspace, run_ids: Sequence[str], *, for_visitor: bool
    ) -> None:
        """Find the runs.

        Args:
            warehouse: the warehouse with the runs.
            workspace: with the benchmark's folders.
            run_ids: ids of the runs; all runs if empty.
            for_visitor: whether to leave out what only the host may see, such as the addresses of models.

        Raises:
            ExportError: a run or its journal does not exist.
        """
        self._warehouse, self._benchmark = warehouse, load_benchmark(workspace)
        self.about: BenchmarkInfo = read_benchmark_info(warehouse)
        (row,) = warehouse.load_rows("benchmarks")
        self.facts = {name: str(row[name]) for name in ("author", "source", "version", "licence", "credit")}
        build = warehouse.query("builds").iloc[0]
        self.release, self.derived = Path(str(build["source"])), workspace.derived_images
        frames = warehouse.query("frames").sort_values("position")
        keys = [
            (question_id, str(frame))
            for question_id in self.about.questions
            for frame in frames.loc[frames["role"].isin(SCORED_ROLES), "frame"]
        ]
        names = make_unique(to_field_name(f"{question_id}_{frame}") for question_id, frame in keys)
        self.score_names = dict(zip(keys, names, strict=True))
        self.case_ids = list(map(str, warehouse.query("case_ids")["case_id"]))
        self.runs = _load_runs(warehouse, workspace, run_ids, build["built_at"].to_pydatetime().astimezone(UTC))
        if for_visitor:
            self.runs = [replace(run, run=_remove_address(run.run)) for run in self.runs]

    @property
    def n_replies(self) -> int:
        """Total over all runs."""
        return sum(run.n_replies for run in self.runs)

    @property
    def truth_scores(self) -> dict[str, str]:
        """Names of the scores against the truth, by question id."""
        return {q: name for (q, frame), name in self.score_names.items() if frame == self.about.truth.frame}

    @property
    def asks_everything(self) -> bool:
        """Whether every case asks every question."""
        return self._warehouse.count("asked") == len(self.case_ids) * len(self.about.questions)

    @property
    def most_pictures(self) -> int:
        """Largest number of images of a case."""
        return max((int(row["position"]) for row in self._warehouse.load_rows("case_images")), default=0)

    def list_score_names(self, case: ExportedCase) -> list[str]:
        """Return the names of the scores that an answered case has."""
        question_ids = {case_question.question_id for case_question in case.case.asks}
        return [
            name
            for (question_id, frame), name in self.score_names.items()
            if question_id in question_ids and frame in case.truths[question_id]
        ]

    def list_asked_ids(self, run: ExportedRun) -> list[str]:
        """Return the ids of the cases that a run was asked about, in the benchmark's order."""
        asked_ids = {case_id for ids in self._iterate_parts() for case_id in self._list_asked([run.run.run_id], ids)}
        return [case_id for case_id in self.case_ids if case_id in asked_ids]

    def read_asked_cases(self) -> Iterator[ExportedCase]:
        """Yield the cases that at least one of the runs was asked about."""
        for ids in self._iterate_parts():
            asked_ids = self._list_asked([run.run.run_id for run in self.runs], ids)
            yield from self._load_cases([case_id for case_id in ids if case_id in asked_ids]).values()

    def iterate_replies(self, run: ExportedRun) -> Iterator[ExportedReply]:
        """Yield the replies of a run in the order of the benchmark's cases."""
        for ids in self._iterate_parts():
            cases = self._load_cases(ids)
            replies = self._load_replies(run.run, cases)
            yield from (replies[case_id] for case_id in ids if case_id in replies)

    def iterate_cases(self) -> Iterator[tuple[ExportedCase, dict[str, ExportedReply]]]:
        """Yield every case that at least one of the runs was asked about, with its replies by run."""
        for ids in self._iterate_parts():
            cases = self._load_cases(ids)
            by_run = {run.run.run_id: self._load_replies(run.run, cases) for run in self.runs}
            for case_id in ids:
                replies = {
                    run_id: run_replies[case_id] for run_id, run_replies in by_run.items() if case_id in run_replies
                }
                if replies:
                    yield cases[case_id], replies

    def _list_asked(self, run_ids: list[str], ids: list[str]) -> set[str]:
        return {row["case_id"] for row in self._warehouse.load_rows("case_replies", run_id=run_ids, case_id=ids)}

    def _iterate_parts(self) -> Iterator[list[str]]:
        for start in range(0, len(self.case_ids), AT_A_TIME):
            yield self.case_ids[start : start + AT_A_TIME]

    def _load_cases(self, ids: Sequence[str]) -> dict[str, ExportedCase]:
        asks = _group_by_case(self._warehouse.load_rows("asked", case_id=ids))
        truths = _group_by_case(self._warehouse.load_rows("case_truths", case_id=ids))
        images = _group_by_case(self._warehouse.load_rows("case_images", case_id=ids))
        factors = _group_by_case(self._warehouse.load_rows("case_factors", case_id=ids))
        places = {question_id: index for index, question_id in enumerate(self.about.questions)}
        result = {}
        for row in sorted(self._warehouse.load_rows("cases", case_id=ids), key=lambda case_row: case_row["position"]):
            case_id = row["case_id"]
            pictures = sorted(images.get(case_id, []), key=lambda image: image["position"])
            questions = sorted(asks[case_id], key=lambda question: places[question["question_id"]])
            case = Case(
                case_id,
                row["group_id"],
                row["title"],
                tuple(
                    CaseQuestion(question["question_id"], tuple(question["options"] or ())) for question in questions
                ),
                row["slot"],
                row["text"],
                tuple(Path(image["path"]) for image in pictures),
                {
                    factor["factor"]: factor["level"]
                    for factor in sorted(factors.get(case_id, []), key=lambda f: f["factor"])
                },
            )
            values: dict[str, dict[Frame, Value]] = {}
            for truth in sorted(truths.get(case_id, []), key=lambda truth_row: truth_row["frame"]):
                values.setdefault(truth["question_id"], {})[truth["frame"]] = _get_value(truth)
            files = tuple(
                CaseImage(picture["path"], picture["image_key"], picture["image_sha256"]) for picture in pictures
            )
            result[case_id] = ExportedCase(case, values, files)
        return result

    def _load_replies(self, run: Run, cases: Mapping[str, ExportedCase]) -> dict[str, ExportedReply]:
        of_run = {"run_id": [run.run_id], "case_id": list(cases)}
        answers = _group_by_case(self._warehouse.load_rows("case_answers", **of_run))
        scores = _group_by_case(self._warehouse.load_rows("scores", **of_run))
        result = {}
        for row in self._warehouse.load_rows("case_replies", **of_run):
            del row["model_id"]
            exported_case = cases[row["case_id"]]
            case = replace(exported_case, case=self._benchmark.map_case(exported_case.case, run.image_view))
            by_question = {answer["question_id"]: answer for answer in answers.get(row["case_id"], [])}
            by_key = {
                (score["question_id"], score["frame"]): score["score"] for score in scores.get(row["case_id"], [])
            }
            result[row["case_id"]] = ExportedReply(
                case,
                Reply(**row | {"options": tuple(row["options"]) if row["options"] else None}),
                {
                    case_question.question_id: _build_answer(by_question[case_question.question_id])
                    for case_question in case.case.asks
                    if case_question.question_id in by_question
                },
                {name: by_key[key] for key, name in self.score_names.items() if key in by_key},
            )
        return result


def _load_runs(
    warehouse: Warehouse, workspace: Workspace, run_ids: Sequence[str], built_at: datetime
) -> list[ExportedRun]:
    runs_by_id = warehouse.query("runs").set_index("run_id", drop=False)
    if unknown := sorted(set(run_ids) - set(runs_by_id.index)):
        raise ExportError(f"There is no run {', '.join(unknown)}. Available: {', '.join(runs_by_id.index) or 'none'}.")
    selected = runs_by_id if not run_ids else runs_by_id.loc[list(dict.fromkeys(run_ids))]
    if selected.empty:
        raise ExportError("There is no run to export: no model has answered yet.")
    labels = {row["run_id"]: row["label"] for row in warehouse.load_rows("run_labels")}
    paths: dict[str, list[Path]] = {}
    for path in list_journal_paths(workspace.runs):
        paths.setdefault(path.name, []).append(path)
    counts = {run_id: warehouse.count("case_replies", run_id=[run_id]) for run_id in selected.index}
    result = []
    for run_id, journal in zip(selected.index, selected["journal"], strict=True):
        run = _find_manifest(run_id, paths.get(journal, []), workspace.benchmark_id)
        began_at = run.started_at.astimezone(UTC) if run.started_at else built_at
        result.append(ExportedRun(run, labels[run_id], began_at, counts[run_id]))
    return result


def _find_manifest(run_id: str, paths: Sequence[Path], benchmark_id: str) -> Run:
    for path in paths:
        try:
            run = read_manifest(path)
        except JournalError:  # the build refused this file; the run's own journal may be in another folder
            continue
        if run.run_id == run_id:
            return run
    build = f"trilens build{format_benchmark_option(benchmark_id)}"
    raise ExportError(f"The journal of the run {run_id} no longer exists. Build again: {build}")


def _remove_address(run: Run) -> Run:
    return replace(run, settings={name: value for name, value in run.settings.items() if name != ADDRESS})


def _group_by_case(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    result: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        result.setdefault(row["case_id"], []).append(row)
    return result


def _get_value(row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a number, a word, or None
    return row["value_class"] if row["value_number"] is None else row["value_number"]


def _build_answer(row: Mapping[str, Any]) -> Answer:
    return Answer(row["question_id"], row["status"], _get_value(row), row["stated"], row["reason"], row["note"])
