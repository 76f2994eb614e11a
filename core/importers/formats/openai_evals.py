"""Event logs of OpenAI Evals: the reply of a sample's last call, and the result of its match.

The events of many samples are interleaved, so a file is read twice: first for the outcome of each sample, then for
requests and replies.

Source: docs/using/importing.md, measured with evals 3.0.1.post1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from typing import Any

from core.formatting import to_single_line
from core.importers.external_scores import find_external_score
from core.importers.json_lines import read_json_lines
from core.importers.peek import read_first_object
from core.importers.prompt_options import find_options
from core.importers.prompt_text import extract_prompt_text
from core.importers.records import Grade, ImportedReply, ImportedRun, RejectedRow, Rows
from core.importers.request_images import find_image_addresses, find_images
from core.importers.row_metadata import normalise_settings
from core.importers.sidecar_files import get_object, get_path, get_text, to_count
from core.importers.timestamps import parse_iso_time
from core.records import ReplyStatus

PROGRAM = "OpenAI Evals"

HUNG = (
    "the log has a spec and no event: a call failed and was retried endlessly. Nothing was answered; run it again "
    "when the server works"
)
WITHOUT_REPORT = "it has no final report: the program died or was stopped, so samples may be missing"
_MAX_ERROR = 500


def classify_file(path: Path, head: bytes) -> Grade:
    """Return whether the file begins with the specification of an evaluation."""
    spec = get_object(read_first_object(path, head, "spec"), "spec")
    return "yes" if "completion_fns" in spec or "eval_name" in spec else "no"


def read(path: Path) -> Rows:
    """Yield the last reply of each sample, and the samples whose calls failed.

    Raises:
        OSError: the file cannot be read.
    """
    log = _Log()
    for number, row in read_json_lines(path):
        if isinstance(row, str):
            yield RejectedRow(f"line {number}", row)
        else:
            log.note(number, row)
    if not log.samples:
        yield RejectedRow("line 1", HUNG)
    run = log.run()
    for number, row in read_json_lines(path):
        if isinstance(row, str):
            continue
        sample = log.samples.get(get_text(row, "sample_id"))
        if sample and number == (sample.sampled_at or sample.failed_at or sample.first_at):
            yield from _parse_replies(run, row, sample)


@dataclass(slots=True)
class _Sample:
    """The outcome of a sample's events.

    Attributes:
        first_at, sampled_at, failed_at: lines of its first event, of its last call, and of its last error.
        scores: by the name of the metric; for a match it is `correct`.
    """

    sample_id: str
    first_at: int
    sampled_at: int = 0
    failed_at: int = 0
    expected: str = ""
    picked: str | None = None
    scores: dict[str, object] = field(default_factory=dict)


class _Log:
    """The result of a first reading of the events."""

    def __init__(self) -> None:
        self.samples: dict[str, _Sample] = {}
        self._spec: dict[str, Any] = {}
        self._has_report = False

    def note(self, number: int, row: Mapping[str, Any]) -> None:
        """Record one event."""
        self._spec = self._spec or get_object(row, "spec")
        self._has_report = self._has_report or "final_report" in row
        if not (sample_id := get_text(row, "sample_id")):
            return
        sample = self.samples.setdefault(sample_id, _Sample(sample_id, number))
        data = get_object(row, "data")
        match row.get("type"):
            case "sampling":
                sample.sampled_at = number
            case "error":
                sample.failed_at = number
            case "match":
                sample.scores["correct"] = data.get("correct")
                sample.expected = _get_only_text(data.get("expected"))
                sample.picked = _get_only_text(data.get("picked")) or None
            case "metrics" if "correct" not in sample.scores:
                sample.scores |= data

    def run(self) -> ImportedRun:
        """Return the run of the log. The command line in its specification may hold keys, and is left out."""
        asked = self._spec.get("completion_fns")
        model = ", ".join(one for one in asked if isinstance(one, str)) if isinstance(asked, list) else ""
        config = get_object(self._spec, "run_config")
        return ImportedRun(
            PROGRAM,
            get_text(self._spec, "eval_name") or get_text(self._spec, "base_eval") or "evaluation",
            model,
            settings=normalise_settings({name: config[name] for name in ("seed", "max_samples") if name in config}),
            started_at=parse_iso_time(get_text(self._spec, "created_at"), UTC),
            ended="" if self._has_report else WITHOUT_REPORT,
        )


def _parse_replies(run: ImportedRun, row: Mapping[str, Any], sample: _Sample) -> Rows:
    """Yield the replies of a sample's last call: one, unless several were requested at once."""
    data = get_object(row, "data")
    if not sample.sampled_at:
        why = get_text(data, "error") or get_text(data, "message") or "the log has events of the sample, but no call"
        status: ReplyStatus = "api_error" if sample.failed_at else "missing"
        yield ImportedReply(
            run, _format_place(sample, 1), None, status, to_single_line(why)[:_MAX_ERROR], key=sample.sample_id
        )
        return
    sent = data.get("prompt")
    prompt = extract_prompt_text(sent)
    given = data.get("sampled")
    replies = (given or [None]) if isinstance(given, list) else [given]
    for number, raw in enumerate(replies, start=1):
        if raw is not None and not isinstance(raw, str):
            yield RejectedRow(_format_place(sample, number), f"its reply is not a text, but {type(raw).__name__}")
            continue
        has_text = bool(raw and raw.strip())
        is_only = len(replies) == 1
        yield ImportedReply(
            run,
            _format_place(sample, number),
            raw,
            "ok" if has_text else "empty",
            None if has_text else "no text",
            number,
            key=sample.sample_id,
            names=find_image_addresses(sent),
            pictures=find_images(sent),
            prompt=prompt,
            options=find_options(prompt),
            target=sample.expected,
            said_score=find_external_score(sample.scores) if is_only and sample.scores else None,
            said_answer=sample.picked if is_only else None,
            input_tokens=to_count(get_path(data, "usage", "prompt_tokens")) if is_only else None,
            output_tokens=to_count(get_path(data, "usage", "completion_tokens")) if is_only else None,
            api_model=get_text(data, "model") or None,
        )


def _format_place(sample: _Sample, number: int) -> str:
    return f"sample {to_single_line(sample.sample_id)[:100]}" + (f", reply {number}" if number > 1 else "")


def _get_only_text(value: object) -> str:
    """Return a text, or the only text of a list."""
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    return value if isinstance(value, str) else ""
