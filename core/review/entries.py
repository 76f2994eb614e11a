"""Entries of the review file: codes given to answers, changes of the codebook, drawn samples, cohorts and views.

An entry is never changed. A later entry withdraws a code, renames it, or merges it into another one, so the file holds
the history.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)

from core.errors import ReviewError
from core.notes import clean_line

MAX_TEXT = 1000
"""Characters of a comment or a definition."""

MAX_COHORT_CASES = 20_000
"""Cases in a cohort."""

N_COLOURS = 8
"""Number of colours among which a code has one."""

Verdict = Literal["coded", "unsure", "skipped"]
"""What the coder decided: a code, no code because the coder is unsure, or no decision."""


def _refuse_separators(name: str) -> str:
    if any(separator in name for separator in ",;="):
        raise ValueError("a name of a cohort has no comma, semicolon or equals sign")
    return name


def _require_content(case_ids: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
    if not case_ids and not info.data.get("view"):
        raise ValueError("a cohort has at least one case, or a view")
    return case_ids


_Name = Annotated[str, Field(max_length=60), AfterValidator(clean_line)]
_Id = Annotated[str, Field(pattern=r"^[0-9a-f]{8,32}$")]
_Text = Annotated[str, Field(max_length=MAX_TEXT)]
_Key = Annotated[str, Field(min_length=1, max_length=300)]


View = Annotated[str, Field(max_length=4000, pattern=r"^([a-z_]*\?.*)?$")]
"""A page with all that is chosen on it: the last part of its path, a question mark, and the query of its address."""

CohortCases = Annotated[tuple[_Key, ...], Field(max_length=MAX_COHORT_CASES), AfterValidator(_require_content)]
"""The cases of a cohort, declared after its view: only a cohort with a view may have none."""


class AnswerKey(NamedTuple):
    """The identity of an answer within a benchmark."""

    run_id: str
    case_id: str
    question_id: str

    def to_fields(self) -> dict[str, str]:
        """Return the fields of an entry that name the answer."""
        return {"run_id": self.run_id, "case_id": self.case_id, "question_id": self.question_id}


class _Entry(BaseModel):
    """An entry's id, benchmark, author, the author's browser, and time."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entry_id: _Id
    benchmark_id: _Name
    author: _Name
    writer: Annotated[str, Field(max_length=64)] = ""
    written_at: AwareDatetime


class AnswerCoded(_Entry):
    """A coder's decision about one answer.

    Attributes:
        code_id: of the code; empty unless the verdict is `coded`.
        text: what went wrong first, in the coder's words.
        queue: the queue that showed the answer.
    """

    kind: Literal["answer"] = "answer"
    run_id: _Key
    case_id: _Key
    question_id: _Key
    verdict: Verdict = "coded"
    code_id: _Id | Literal[""] = ""
    text: _Text = ""
    queue: Annotated[str, Field(max_length=40)] = ""

    @property
    def key(self) -> AnswerKey:
        """The answer's identity."""
        return AnswerKey(self.run_id, self.case_id, self.question_id)


class EntryWithdrawn(_Entry):
    """The withdrawal of a coder's own decision; the previous decision about the answer counts again."""

    kind: Literal["withdrawal"] = "withdrawal"
    withdrawn_id: _Id


class CodeDefined(_Entry):
    """A new code, or another name, definition, example or colour of an existing one.

    Attributes:
        example: run, case and question of an example; None if the code has none.
        colour: index of its colour.
    """

    kind: Literal["code"] = "code"
    code_id: _Id
    name: _Name
    definition: _Text = ""
    example: AnswerKey | None = None
    colour: Annotated[int, Field(ge=0, lt=N_COLOURS)] = 0


class CodeMerged(_Entry):
    """The merge of a code into another one, which all its answers have from then on."""

    kind: Literal["merge"] = "merge"
    code_id: _Id
    into_id: _Id


class CodeSplit(_Entry):
    """The split of a code: it takes no new answers, and its answers wait for one of the new codes."""

    kind: Literal["split"] = "split"
    code_id: _Id
    into_ids: Annotated[tuple[_Id, ...], Field(min_length=1, max_length=9)]


class SampleStratum(BaseModel):
    """A stratum of a sample: answers of one model, to one question or to several, in one band of margins or in all.

    Attributes:
        label: its description.
        n_answers: wrong answers in the stratum.
        n_groups: groups that they belong to.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: _Key
    label: Annotated[str, Field(max_length=300)]
    n_answers: Annotated[int, Field(ge=1)]
    n_groups: Annotated[int, Field(ge=1)]


class SampleDrawn(_Entry):
    """A stratified random sample of wrong answers, in the order in which they are reviewed.

    Attributes:
        name: of the sample.
        answers: the sampled answers.
        stratum_of: for each answer, the index of its stratum.
        group_of: for each answer, its group.
    """

    kind: Literal["sample"] = "sample"
    name: _Name
    strata: tuple[SampleStratum, ...]
    answers: tuple[AnswerKey, ...]
    stratum_of: tuple[int, ...]
    group_of: tuple[str, ...]


class CohortSaved(_Entry):
    """A named list of cases or a saved view, or another name, description or content of an existing one.

    Attributes:
        name: without commas, semicolons and equals signs, which separate the parts of `--cases`.
        description: how the cases were chosen.
        view: the page on which they were chosen, with its choices; empty if it is unknown.
        case_ids: none if only the view was saved.
    """

    kind: Literal["cohort"] = "cohort"
    cohort_id: _Id
    name: Annotated[_Name, AfterValidator(_refuse_separators)]
    description: _Text = ""
    view: View = ""
    case_ids: CohortCases


class CohortDeleted(_Entry):
    """The deletion of a cohort."""

    kind: Literal["cohort_deletion"] = "cohort_deletion"
    cohort_id: _Id


Entry = AnswerCoded | EntryWithdrawn | CodeDefined | CodeMerged | CodeSplit | SampleDrawn | CohortSaved | CohortDeleted

_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def parse_entry(line: bytes) -> Entry | None:
    """Parse a line of the file; None if it is not an entry."""
    try:
        return _ENTRY.validate_json(line)
    except ValidationError:
        return None


def build_entry(**parts: Any) -> Entry:  # noqa: ANN401 - fields of an entry
    """Build an entry from its fields.

    Raises:
        ReviewError: a field is empty, too long or invalid; the message names it.
    """
    try:
        return _ENTRY.validate_python(parts)
    except ValidationError as error:
        first = error.errors()[0]
        field = next((str(part) for part in reversed(first["loc"]) if isinstance(part, str)), "entry")
        raise ReviewError(f"{field}: {first['msg']}. Nothing was written.") from error


def get_sort_key(entry: Entry) -> tuple[datetime, str]:
    """Return the key by which entries of merged files are ordered: time, then id."""
    return entry.written_at, entry.entry_id
