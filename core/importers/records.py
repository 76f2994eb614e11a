"""What every reader of a log gives, whatever the program: runs, and one row after the other.

A reader is a generator, so that a log of any size goes through in little memory. It knows nothing of benchmarks: it
says what the program wrote, and `core.importers.case_matching` says which case that is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from core.records import ReplyStatus, Run


@dataclass(frozen=True, slots=True, eq=False)
class ImportedRun:
    """One pass of a model over a task, as a log states it; the same object stands in all of its rows.

    Attributes:
        program: its name and version, as in `Inspect 0.3.285`.
        task: what the program calls what was asked.
        model: name by which it was asked; empty where the log does not say, so that the user has to.
        prompt_label: tells several prompts of one task apart; empty where there is one.
        settings: what else was sent that could change the replies; keys and addresses with secrets never.
        started_at: with its zone.
        ended: how the run ended where that is not whole, in words; empty otherwise.
        notes: what a user should know of this log, each a sentence.
        given: the run itself, where Trilens wrote the log and says it there; it is taken as it is.
        benchmark_id: whose cases it is about, where the log says so; empty otherwise.
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
    """A picture in a row: its bytes, or where it was.

    Attributes:
        sha256: of the embedded bytes, which are the file's own; empty where there are none.
        body: these bytes; None where there are none.
        png_sha256: of the picture written as PNG by Pillow, as lm-eval states it; empty otherwise.
    """

    sha256: str = ""
    body: bytes | None = field(default=None, repr=False)
    png_sha256: str = ""


@dataclass(frozen=True, slots=True)
class RowVariant:
    """Which of several rows that a program made of one question a row is.

    Attributes:
        base: the program's id of the question.
        turn: the number of its order of options, 0 for the first.
        is_flipped: whether its picture is mirrored.
    """

    base: str
    turn: int = 0
    is_flipped: bool = False


@dataclass(frozen=True, slots=True)
class ImportedReply:
    """One row: what was asked, and what became of it.

    Attributes:
        place: in the file, for people: `line 12`, `sample 037_T0, epoch 2`.
        raw: the first text that the model gave, before the program stripped, shuffled, prefixed or replaced it; None
            where there is none.
        status: what became of the question; a failure that the program wrote as a reply is `api_error`.
        error: why the status is not `ok`, in a line.
        repeat: 1 for the first time that the run asked this, 2 for the second.
        key: what `--map` names the row by: the program's own index or id of it.
        names: short texts that the program wrote beside prompt and reply and that may name the case: ids, file names,
            metadata. Never the reply.
        pictures: in the order in which they were shown.
        prompt: the text that was sent with the pictures, as sent.
        question: the question alone, where the log has it apart.
        options: texts in the order in which the model saw them; None where the question is open or that is unknown.
        target: the right answer as the program states it: a letter among `options` as seen, or a text.
        said_score: the program's own score from 0 to 1; None where it has none.
        said_answer: what the program read out of the reply; None where it does not say.
        metadata: short facts of the row that may become factors of a benchmark of one's own.
        variant: what the program made it of, where it says so by more than an id.
        picture_stem: name without ending under which the program itself keeps the row's picture; empty where unknown.
        case_id: of the case, where the log states Trilens' own id of it; empty otherwise.
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
    """A row, or a whole file, that is not a reply, and why: in `place` as in `ImportedReply`."""

    place: str
    reason: str


Logged = ImportedReply | RejectedRow
Rows = Iterator[Logged]

Grade = Literal["yes", "part", "no"]
"""What a form says of a file's first bytes: `yes`, its rows are read; `part`, it belongs to a log beside it and has no
replies of its own (a results file, a status file); `no`."""
