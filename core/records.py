"""The vocabulary of the project as frozen records. Read this first.

A case is the content of one message: what is shown and asked. It belongs to a group, the unit of independence, and asks
one or more questions. A truth is the right value of a question in one frame. A run is one pass of a model over cases
and yields one reply per case. Answers are parsed from the reply, and each gets a score. In Tri-Bench a case is a
photograph, a group is a triangle, and a photograph asks six questions.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

UNLISTED_NAME = "another name"
"""Option of a question of kind `name` that covers all names outside its options; it is never right."""

Frame = str
"""Key of a frame, the origin of a truth: a tape measure, the pixels of an image, an answer key."""

Scored = Literal["truth", "foil"]
"""Roles of the frames that answers are scored against."""

QuestionKind = str
"""Kind of scoring: `class`, `choice`, `name`, `ratio`, `angle`, or a type with its rule, such as `number:mra`
(`core.question_types`). A `choice` is the letter of an option; options differ between cases. A `name` is an entry of a
long list that is not shown to the model; it is extracted from free text."""

EXACT_KINDS: tuple[QuestionKind, ...] = ("class", "choice", "name")
"""Kinds whose answers must equal the truth, without a tolerance."""

_TEXT_TYPES = ("text", "point", "box", "order", "choices")
"""Types whose values are texts in a canonical form, and whose codes are hashes of them."""

CLASS_KINDS: tuple[QuestionKind, ...] = ("class", "choice")
"""Exact kinds with so few values that each can be shown."""

AnswerStatus = Literal["ok", "unparsed", "invalid", "api_error", "missing"]
ReplyStatus = Literal["ok", "cut", "refused", "filtered", "empty", "api_error", "missing"]
"""Outcome of a request to a model: `ok`, a complete reply; `cut`, it ends at the token limit; `refused`, the model
declined; `filtered`, the provider's content filter withheld it; `empty`, the call succeeded but returned no text;
`api_error`, the call failed; `missing`, the case was not asked, or its outcome is unknown."""
ModelKind = Literal["vlm", "reference", "human"]

SIDE_CLASSES = ("scalene", "isosceles", "equilateral")
ANGLE_CLASSES = ("acute", "right", "obtuse")
CONDITIONS = ("P0", "P1", "T0", "T1")
POSE_BY_LETTER = {"P": "planar", "T": "tilted"}
"""Pose by first letter of a condition."""

POSES = tuple(POSE_BY_LETTER.values())
OCCLUSIONS = ("none", "partial", "complete")
SCORED: tuple[Scored, ...] = ("truth", "foil")
NEARER_TO_FOIL, NEARER_TO_TRUTH = ("foil only", "nearer to the foil"), ("truth only", "nearer to the truth")
"""Values of `fits` in the scored answers for answers that are clearly nearer to one of the two."""

RUN_COLUMNS = ("run_id", "model_id", "run_label", "model_kind")
"""Columns of the scored answers that identify and name a run."""

COUNTED = "{}_counted"
"""Template for the column with the number of answers that have a value, in sums over answers."""

RIGHT_AT = 0.9
"""Default score from which a number counts as right; classes are right by equality."""

FEW_GROUPS = 10
"""Number of groups below which intervals are too narrow. In draws from the triangles of Tri-Bench, the intervals of one
question contain the mean in 77 to 94 of 100 draws at five triangles, in 86 to 94 at ten, in 92 to 96 at thirty."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that cases ask.

    Attributes:
        question_id: key, such as Q1.
        key: the answer's key in the JSON object that the prompt asks for, if it asks for one.
        title: a short name for tables and charts.
        asks: the quantity in symbols or words.
        kind: how an answer is scored.
        unit: `deg` for angles, empty otherwise.
        options: the classes of a class question or the names of a name question, else empty; the options of a choice
            differ between cases.
        low, high: the closed range of possible values (`high` is None without a limit).
        low_is_open: whether `low` itself is impossible.

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
        """The short name for narrow places: the title of choices and names, the id of other questions."""
        return self.title if self.kind in ("choice", "name") or ":" in self.kind else self.question_id

    @property
    def is_number(self) -> bool:
        """True if its values are numbers."""
        return is_number_kind(self.kind)

    def is_valid_value(self, value: float) -> bool:
        """Return whether a value is possible."""
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


def is_number_kind(kind: str) -> bool:
    """Return whether the values of a kind of question are numbers."""
    return kind in ("ratio", "angle") or kind.startswith("number:")


def is_text_kind(kind: str) -> bool:
    """Return whether the values of a kind are texts in a canonical form, such as points, boxes and sets of options."""
    return kind.partition(":")[0] in _TEXT_TYPES


Value = float | str
"""A number, a class word, or the letter of an option."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A photograph of the benchmark and its measurements.

    Attributes:
        case_id: `037_T0`: triangle, pose (P planar, T tilted), 1 with an object or 0 without.
        width_px, height_px: size of the upright photograph (EXIF orientation applied).
        a_px, b_px, c_px: clicked centres (x, y) of the red, yellow and blue sticker in the upright photograph.
        ab_cm, bc_cm, ca_cm: sides by tape measure.
        side_class_2d: the released class; `side_class_2d_paper` follows the rule stated in the paper.
        square_edge_occlusion, triangle_edge_occlusion, triangle_vertex_occlusion: None if not annotated.
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
        value: the released value, which scores use; in a measured frame, the measured value.
        recomputed: the value computed from measurements or parameters, for comparison; None if there are none.
    """

    case_id: str
    frame: Frame
    question_id: str
    value: Value
    recomputed: Value | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """A respondent: a vision-language model, a reference solver or a person."""

    model_id: str
    display_name: str
    provider: str | None = None
    api_id: str | None = None
    kind: ModelKind = "vlm"


ORIGINAL_VIEW = "original"
"""The image view that shows a case's images unchanged."""

NO_IMAGE = "none"
"""Image view without any image, for answers that use the text alone."""


@dataclass(frozen=True, slots=True)
class Run:
    """One pass of a model over cases with one prompt and one image view.

    Attributes:
        settings: other values that could change the replies (token limit, image size, address).
        versions: versions of Trilens and of the vendor's library.
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
        error: the reason if the status is not `ok`; otherwise None or a note on how the reply ended.
        latency_s: from sending the request that was answered to the end of its reply.
        output_tokens: all tokens billed as output, including reasoning.
        api_model: the model that the provider reports, which may be a dated version of the requested one.
        options: texts in the order in which the model saw them, if another program changed their order.
        said_score: the score from 0 to 1 that another program gave the reply; used only for comparison.
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
        value: the parsed value; kept if it is `invalid`, None if nothing could be parsed.
        stated: the value as written in the reply, shortened to 200 characters.
        reason: the reason if the status is not `ok`.
        note: how the reply deviated from the requested form (a synonym, a unit, a repeated key); None if it did not.
        ends_reply: whether the reply ends with the value, so that a cut reply may lack its last digits.
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
    """An item that was left out of the warehouse, and the reason."""

    source: str
    location: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correction:
    """An error in a file, the correction that was applied when reading it, and the evidence for it."""

    source: str
    location: str
    finding: str
    correction: str
    evidence: str
