"""The words of the project as frozen records. Read this first.

A case is what is shown and asked in one message. It belongs to a group, the unit of independence, and asks one or more
questions. A truth is the right value of a question in one frame. A run is one pass of a model over cases; it leaves a
reply per case, from which the answers are read, each with its score. In Tri-Bench a case is a photograph, a group is a
triangle, and a photograph asks six questions.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

UNLISTED_NAME = "another name"
"""Option of a question of kind `name` for all names that are not among its options; they are never right."""

Frame = str
"""Key of a frame, where a truth comes from: a tape measure, the pixels of a picture, an answer key."""

Scored = Literal["truth", "foil"]
"""Roles of the frames that answers are scored against."""

QuestionKind = Literal["class", "choice", "name", "ratio", "angle"]
"""How an answer is scored. A `choice` is the letter of an option; options differ from case to case. A `name` is one of
a long list that nobody is shown: it is read out of free text."""

EXACT_KINDS: tuple[QuestionKind, ...] = ("class", "choice", "name")
"""Kinds whose answers are right by equality, at no tolerance."""

CLASS_KINDS: tuple[QuestionKind, ...] = ("class", "choice")
"""Those of them with so few values that each of them can be shown."""

AnswerStatus = Literal["ok", "unparsed", "invalid", "api_error", "missing"]
ReplyStatus = Literal["ok", "cut", "refused", "filtered", "empty", "api_error", "missing"]
"""What became of a question to a model: `ok`, a whole reply; `cut`, it ends at the limit of tokens; `refused`, the
model declined; `filtered`, the provider's content filter held it back; `empty`, the call went well but there is no
text; `api_error`, the call failed; `missing`, it was not asked, or nothing is known."""
ModelKind = Literal["vlm", "reference", "human"]

SIDE_CLASSES = ("scalene", "isosceles", "equilateral")
ANGLE_CLASSES = ("acute", "right", "obtuse")
CONDITIONS = ("P0", "P1", "T0", "T1")
POSE_BY_LETTER = {"P": "planar", "T": "tilted"}
"""The pose by the first letter of a condition."""

POSES = tuple(POSE_BY_LETTER.values())
OCCLUSIONS = ("none", "partial", "complete")
SCORED: tuple[Scored, ...] = ("truth", "foil")
NEARER_TO_FOIL, NEARER_TO_TRUTH = ("foil only", "nearer to the foil"), ("truth only", "nearer to the truth")
"""What answers fit that are clearly nearer to one of both, as `fits` of the scored answers says."""

RUN_COLUMNS = ("run_id", "model_id", "run_label", "model_kind")
"""Columns of a run and of its name, among those of the scored answers."""

COUNTED = "{}_counted"
"""Of sums over answers, the column of how many answers have a value, by the name of the value."""

RIGHT_AT = 0.9
"""Numbers count as right from this score on, by default; classes are right by equality."""

FEW_GROUPS = 10
"""Below this number intervals are too narrow: those of one question at five triangles hold the mean in 77 to 94 of 100
draws from the triangles of Tri-Bench, at ten in 86 to 94, at thirty in 92 to 96."""


@dataclass(frozen=True, slots=True)
class Question:
    """What cases ask.

    Attributes:
        question_id: key, such as Q1.
        key: the key under which the prompt wants the answer in its JSON object, where it wants one.
        title: a short name for tables and charts.
        asks: the quantity in symbols or words.
        kind: how an answer is scored.
        unit: `deg` for angles, empty otherwise.
        options: the classes of a class question, the names of a name, else empty; those of a choice differ from case
            to case.
        low, high: the closed range of possible values (`high` is None where there is no limit).
        low_is_open: whether `low` itself is out of reach.

    """

    question_id: str
    key: str
    title: str
    asks: str
    kind: QuestionKind
    unit: str = ""
    options: tuple[str, ...] = ()
    low: float = 0.0
    high: float | None = None
    low_is_open: bool = False

    @property
    def name(self) -> str:
        """What it is called where there is little room: choices and names by their title, others by their number."""
        return self.title if self.kind in ("choice", "name") else self.question_id

    def is_valid_value(self, value: float) -> bool:
        """Whether this value is possible."""
        above = value > self.low if self.low_is_open else value >= self.low
        return above and (self.high is None or value <= self.high)


TRIANGLE_QUESTIONS = (
    Question("Q1", "side_type", "Side class", "equilateral, isosceles or scalene", "class", options=SIDE_CLASSES),
    Question("Q2", "angle_type", "Angle class", "acute, right or obtuse", "class", options=ANGLE_CLASSES),
    Question("Q3", "ab_over_ac", "AB / AC", "AB / AC", "ratio", low_is_open=True),
    Question("Q4", "abs_b_minus_c_deg", "|B − C|", "|∠B − ∠C|", "angle", "deg", high=180.0),
    Question("Q5", "max_over_min_side", "Longest / shortest", "longest side / shortest side", "ratio", low=1.0),
    Question("Q6", "angle_range_deg", "Angle range", "largest − smallest angle", "angle", "deg", high=180.0),
)
"""The six questions about a triangle. Source: Tri-Bench, section "Tasks and Metrics"."""

TRIANGLE_QUESTION_BY_ID = {question.question_id: question for question in TRIANGLE_QUESTIONS}

Value = float | str
"""A number, a class word, or the letter of an option."""


Of = Literal["model", "run", "question", "case"]
"""What has the factor's value: the model, the run, the question or the case."""

Origin = Literal["release", "measured", "answers"]
"""How a case's level is known: before anybody has answered or measured, from its pictures, or from all answers."""

_COLUMNS = {
    "model": "model_id",
    "question": "question_id",
    "runs": "run_id",
    "prompts": "prompt_id",
    "image_views": "image_view",
}


@dataclass(frozen=True, slots=True)
class Factor:
    """What answers can be filtered, grouped and compared by.

    Attributes:
        key: its name in links, in filters and in `--cases`.
        title: its name on pages.
        of: what has the value.
        levels: its values in order; empty where the data give them.
        is_first: whether its filter always stands in the sidebar, and not behind *More filters*.
        is_short: whether its values are so short that they stand side by side.
        origin: how the level of a case is known.
    """

    key: str
    title: str
    of: Of = "case"
    levels: tuple[str, ...] = ()
    is_first: bool = False
    is_short: bool = False
    origin: Origin = "release"

    @property
    def column(self) -> str:
        """The column of the scored answers with its value."""
        return get_factor_column(self.key)


def get_factor_column(factor: str) -> str:
    """The column of the scored answers with the value of a factor, by its key."""
    return _COLUMNS.get(factor, factor)


FACTORS_OF_ANSWERS = (
    Factor("model", "Model", "model", is_first=True),
    Factor("question", "Question", "question", is_first=True),
    Factor("runs", "Run", "run"),
    Factor("prompts", "Prompt", "run"),
    Factor("image_views", "Image view", "run"),
)
"""The factors that every benchmark has: of models, questions and runs. Those of cases are the benchmark's."""

FACTORS_FROM_ANSWERS = (
    Factor("difficulty", "Difficulty", levels=("hard", "medium", "easy"), origin="answers"),
    Factor("agreement", "Models agree", levels=("agree", "mixed", "disagree"), origin="answers"),
)
"""The factors of cases that a build finds in the answers."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One image of the benchmark and what was measured for it.

    Attributes:
        case_id: `037_T0`: triangle, pose (P planar, T tilted), 1 with an object or 0 without.
        width_px, height_px: size of the upright picture (EXIF orientation applied).
        a_px, b_px, c_px: clicked centres (x, y) of the red, yellow and blue sticker in the upright picture.
        ab_cm, bc_cm, ca_cm: sides by tape measure.
        side_class_2d: the released class; `side_class_2d_paper` follows the paper's own rule.
        square_edge_occlusion, triangle_edge_occlusion, triangle_vertex_occlusion: None where not annotated.
    """

    benchmark_id: str
    case_id: str
    group_id: str
    condition: str
    pose: str
    object: str
    has_object: bool
    width_px: int
    height_px: int
    a_px: tuple[float, float]
    b_px: tuple[float, float]
    c_px: tuple[float, float]
    ab_cm: float
    bc_cm: float
    ca_cm: float
    side_class_3d: str
    angle_class_3d: str
    side_class_2d: str
    angle_class_2d: str
    side_class_2d_paper: str
    square_edge_occlusion: str | None
    triangle_edge_occlusion: str | None
    triangle_vertex_occlusion: str | None


@dataclass(frozen=True, slots=True)
class Truth:
    """The right value of one question for one case in one frame.

    Attributes:
        value: as released, which scores use; as measured in a measured frame.
        recomputed: the same from measurements or parameters, for the comparison; None where there are none.
    """

    case_id: str
    frame: Frame
    question_id: str
    value: Value
    recomputed: Value | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """Who answers: a vision-language model, a reference solver or a person."""

    model_id: str
    display_name: str
    provider: str | None = None
    api_id: str | None = None
    kind: ModelKind = "vlm"


@dataclass(frozen=True, slots=True)
class Run:
    """One pass of a model over cases with one prompt and one image view.

    Attributes:
        settings: what else was sent that could change the replies (limit of tokens, size of the picture, address).
        versions: of Trilens and of the vendor's library.
    """

    run_id: str
    model: Model
    prompt_id: str
    prompt: str
    image_view: str
    source: str
    started_at: datetime | None = None
    settings: dict[str, str | int | float | None] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's raw text for one case, or the reason why it is missing.

    Attributes:
        error: why the status is not `ok`; where it is, None or a note on how the reply ended.
        latency_s: from sending the request that was answered to the end of its reply.
        output_tokens: all that are billed as output, reasoning included.
        api_model: the model that the provider says it used, which may be a dated version of the one asked for.
        options: texts in the order in which the model saw them, where another program showed them in its own order.
        said_score: the score from 0 to 1 that another program gave the reply; it never counts, it is compared.
    """

    run_id: str
    case_id: str
    raw: str | None
    status: ReplyStatus = "ok"
    error: str | None = None
    latency_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None
    options: tuple[str, ...] | None = None
    said_score: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One question's value read from a reply, or the reason why none could be read.

    Attributes:
        value: the value; kept where it is `invalid`, None where nothing could be read.
        stated: the value as the reply wrote it, shortened to 200 characters.
        reason: why the status is not `ok`.
        note: what was read generously (a synonym, a unit, a key given twice), None where the reply was to the letter.
        ends_reply: whether the reply ends with the value itself, so that a reply that was cut may lack its last digits.
    """

    question_id: str
    status: AnswerStatus
    value: Value | None = None
    stated: str | None = None
    reason: str | None = None
    note: str | None = None
    ends_reply: bool = False


@dataclass(frozen=True, slots=True)
class RejectedItem:
    """Something that was left out of the warehouse, and why."""

    source: str
    location: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correction:
    """An error in a file, how it was read instead, and the evidence for that."""

    source: str
    location: str
    finding: str
    correction: str
    evidence: str
