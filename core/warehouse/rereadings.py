"""Rows of the table `rereadings`: second readers' extractions from the replies that the journals hold now."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.benchmarks.cases import Case
from core.benchmarks.extraction import ExtractedAnswer, read_extraction
from core.errors import JournalError
from core.records import Answer, Question, RejectedItem, Reply, Value
from core.runs.journal import compute_prompt_sha256, is_done, read_journal
from core.runs.rereadings import Rereading, RereadingFile, make_reply_key, read_rereadings
from core.scoring.answers import score_answer
from core.warehouse.journals import AcceptedJournal
from core.warehouse.run_cache.scoring_context import ScoringContext

_HAS_TEXT = ("ok", "cut")


def build_rereading_rows(
    paths: Sequence[Path], taken: Sequence[AcceptedJournal], subject: ScoringContext, refusals: list[RejectedItem]
) -> list[dict[str, Any]]:
    """Return one row per rereading, reread reply and question.

    A rereading counts only for the text that the extractor has read. If the reply has changed since, or its run no
    longer exists, it is left out.

    Args:
        paths: of the files of rereadings.
        taken: the journals of the warehouse.
        subject: the benchmark.
        refusals: receives what is left out because it cannot be read.
    """
    journals = {one.run.run_id: one.path for one in taken}
    truths = _index_truths(subject)
    rows: list[dict[str, Any]] = []
    for path in paths:
        try:
            file = read_rereadings(path)
        except JournalError as error:
            refusals.append(RejectedItem(path.name, "whole file", str(error)))
            continue
        refusals += file.refusals
        if file.rereads not in journals:
            refusals.append(
                RejectedItem(path.name, "whole file", f"it rereads the run {file.rereads}, which is not here")
            )
            continue
        for reply in read_journal(journals[file.rereads]).replies:
            rereading, case = file.rereadings.get(make_reply_key(reply)), subject.cases.get(reply.case_id)
            if rereading and case and is_done(rereading.reply):
                rows += _build_reply_rows(file, rereading, reply, case, subject, truths)
    return _drop_repeats(rows)


def _drop_repeats(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows without duplicates of a rereading, which `restore` may leave beside the original."""
    return list(
        {(row["rereading_id"], row["run_id"], row["case_id"], row["question_id"]): row for row in rows}.values()
    )


def _index_truths(subject: ScoringContext) -> Mapping[tuple[str, str], Value]:
    frames = subject.contents.list_frames("truth")
    return {
        (truth.case_id, truth.question_id): truth.value for truth in subject.contents.truths if truth.frame in frames
    }


def _build_reply_rows(
    file: RereadingFile,
    rereading: Rereading,
    reply: Reply,
    case: Case,
    subject: ScoringContext,
    truths: Mapping[tuple[str, str], Value],
) -> Iterator[dict[str, Any]]:
    extractor = rereading.reply
    shared = {
        "rereading_id": file.run.run_id,
        "run_id": file.rereads,
        "case_id": case.case_id,
        "extractor_id": file.run.model.model_id,
        "extractor": file.run.model.display_name,
        "purpose": rereading.purpose,
        "raw": extractor.raw,
        "asked_at": rereading.asked_at,
        "latency_s": extractor.latency_s,
        "input_tokens": extractor.input_tokens,
        "output_tokens": extractor.output_tokens,
        "cost_usd": rereading.cost_usd,
        "prompt_sha256": compute_prompt_sha256(file.run.prompt),
    }
    if extractor.status in _HAS_TEXT:
        answers = read_extraction(extractor.raw, case, subject.benchmark, subject.questions, reply.options)
    else:
        answers = [
            ExtractedAnswer(case_question.question_id, "invalid", reason=extractor.error) for case_question in case.asks
        ]
    for answer in answers:
        status = answer.status if extractor.status in _HAS_TEXT else extractor.status
        truth = truths.get((case.case_id, answer.question_id))
        is_word = isinstance(answer.value, str)
        yield shared | {
            "question_id": answer.question_id,
            "status": status,
            "value_number": None if is_word else answer.value,
            "value_class": answer.value if is_word else None,
            "score": _score(subject.questions[answer.question_id], answer, truth),
            "reason": answer.reason,
        }


def _score(question: Question, answer: ExtractedAnswer, truth: Value | None) -> float | None:
    if answer.status != "read" or truth is None:
        return None
    return score_answer(question, Answer(answer.question_id, "ok", answer.value), truth)
