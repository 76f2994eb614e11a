"""The JSON lines of a journal: the manifest's and a reply's fields with their limits."""

from dataclasses import fields
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    AwareDatetime,
    BaseModel,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from core.formatting import to_single_line
from core.records import Model, Reply, ReplyStatus, Run

FORMER_KEY = "photograph_id"
"""Key of a case in lines from before the second benchmark; reading it remains supported."""

OPTIONAL_KEYS = ("error", "latency_s", "input_tokens", "output_tokens", "api_model", "options", "said_score")
"""Fields of a reply that a line omits if they are unknown."""


def _is_name(text: str) -> str:
    if text != to_single_line(text):
        raise ValueError("a name must not contain control characters, line breaks or double spaces")
    return text


_NotEmpty = Annotated[str, Field(min_length=1)]
_Name = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_is_name)]
_Count = Annotated[int, Field(ge=0, lt=2**62)]


class ManifestLine(BaseModel):
    """The first line of a journal, which another program may have written."""

    journal: Literal[1]
    run_id: _Name
    model: Model
    prompt_id: _Name
    prompt: _NotEmpty
    image_view: _Name
    source: _Name
    started_at: AwareDatetime | None = None
    settings: dict[str, str | int | float | None] = Field(default_factory=dict)
    versions: dict[str, str] = Field(default_factory=dict)

    @field_validator("model")
    @classmethod
    def _has_names(cls, model: Model) -> Model:
        for name in (model.model_id, model.display_name):
            TypeAdapter(_Name).validate_python(name)
        return model

    def run(self) -> Run:
        """Return the run that the line describes."""
        return Run(**{field.name: getattr(self, field.name) for field in fields(Run)})


class ReplyLine(BaseModel):
    """A line of a journal after the first."""

    case_id: Annotated[str, Field(min_length=1, validation_alias=AliasChoices("case_id", FORMER_KEY))]
    reply: str | None
    status: ReplyStatus = "ok"
    error: str | None = None
    latency_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    input_tokens: _Count | None = None
    output_tokens: _Count | None = None
    api_model: _Name | None = None
    options: Annotated[tuple[str, ...], Field(min_length=2)] | None = None
    said_score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None

    def as_reply(self, run_id: str) -> Reply:
        """Return the reply of the line."""
        optional = {name: getattr(self, name) for name in OPTIONAL_KEYS}
        return Reply(run_id, self.case_id, self.reply, self.status, **optional)


def describe_first_problem(error: ValidationError) -> str:
    """Return the field and the message of the first problem."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])
