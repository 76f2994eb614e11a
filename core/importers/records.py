"""The common output of all log readers: runs, and one row after the other.

A reader is a generator, so that a log of any size is read in little memory. It knows nothing of benchmarks: it
reports what the program wrote, and `core.importers.case_matching` finds the case.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from core.records import ReplyStatus, Run


@dataclass(frozen=True, slots=True, eq=False)
class ImportedRun:
    """One pass of a model over a task, as a log states it; all of its rows share one object.

    Attributes:
        program: its name and version, as in `Inspect 0.3.285`.
        task: the program's name for what was asked.
        model: name by which it was asked; empty if the log does not state it, so that the user must.
        prompt_label: distinguishes prompts of one task; empty if there is only one.
        settings: other settings that could change the replies; never keys, nor addresses with secrets.
        started_at: with its zone.
        ended: how the run ended if it is incomplete, in words; empty otherwise.
        notes: what a user should know of this log, each a sentence.
        given: the run itself, if Trilens wrote the log and states it there; it is taken unchanged.
        benchmark_id: the benchmark of its cases, if the log states it; empty otherwise.
    """

    program: str
    task: str
    model: str
    prompt_label: str = ""
    settings: Mapping[str, str | int | float | None] = field(default_factory=dict)
    started_at: datetime | None = None
    ended: str = ""
    notes: tuple[str, ...] = ()
    given: Run | None = None
    benchmark_id: str = ""


@dataclass(frozen=True, slots=True)
class ImportedImage:
    """An image in a row: its bytes, or its original location.

    Attributes:
        sha256: of the embedded bytes, which are those of the file; empty if there are none.
        body: these bytes; None if there are none.
        png_sha256: of the image written as PNG by Pillow, as lm-eval states it; empty otherwise.
    """

    sha256: str = ""
    body: bytes | None = field(default=None, repr=False)
    png_sha256: str = ""


@dataclass(frozen=True, slots=True)
class RowVariant:
    """The place of a row among several rows that a program made of one question.

    Attributes:
        base: the program's id of the question.
        turn: the number of its order of options, 0 for the first.
        is_flipped: whether its image is mirrored.
    """

    base: str
    turn: int = 0
    is_flipped: bool = False


@dataclass(frozen=True, slots=True)
class ImportedReply:
    """One row: what was asked, and the outcome.

    Attributes:
        place: in the file, for people: `line 12`, `sample 037_T0, epoch 2`.
        raw: the first text that the model gave, before the program stripped, shuffled, prefixed or replaced it; None
            if there is none.
        status: the outcome of the question; a failure that the program wrote as a reply is `api_error`.
        error: why the status is not `ok`, in one line.
        repeat: 1 for the first time that the run asked this, 2 for the second.
        key: the name of the row in `--map`: the program's own index or id.
        names: short texts that the program wrote beside prompt and reply and that may name the case: ids, file names,
            metadata. Never the reply.
        pictures: in the order in which they were shown.
        prompt: the text that was sent with the images, as sent.
        question: the question alone, if the log stores it separately.
        options: texts in the order in which the model saw them; None if the question is open or they are unknown.
        target: the right answer as the program states it: a letter among `options` as seen, or a text.
        said_score: the program's own score from 0 to 1; None if it has none.
        said_answer: the program's reading of the reply; None if it states none.
        metadata: short facts of the row that may become factors of a custom benchmark.
        variant: which variant of a question it is, if the program states more than an id.
        picture_stem: name without extension under which the program itself stores the row's image; empty if unknown.
        case_id: of the case, if the log states Trilens' own id of it; empty otherwise.
    """

    run: ImportedRun
    place: str
    raw: str | None
    status: ReplyStatus = "ok"
    error: str | None = None
    repeat: int = 1
    key: str = ""
    names: tuple[str, ...] = ()
    pictures: tuple[ImportedImage, ...] = ()
    prompt: str = ""
    question: str = ""
    options: tuple[str, ...] | None = None
    target: str = ""
    said_score: float | None = None
    said_answer: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    variant: RowVariant | None = None
    picture_stem: str = ""
    latency_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None
    case_id: str = ""


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A row, or a whole file, that is not a reply, and the reason; `place` as in `ImportedReply`."""

    place: str
    reason: str


Logged = ImportedReply | RejectedRow
Rows = Iterator[Logged]

Grade = Literal["yes", "part", "no"]
"""A format's grade for a file's first bytes: `yes`, its rows are read; `part`, it belongs to a log beside it and has no
replies (a results file, a status file); `no`.
"""
