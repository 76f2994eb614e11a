"""The rows of the warehouse's tables out of records: one function a table, Python computes one row."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Literal

from core.benchmarks.results import ReleasedScore
from core.errors import TriangleError
from core.geometry.triangle import Triangle
from core.photographs.audit import TriangleAudit, audited_truths
from core.photographs.derived import DerivedImage
from core.photographs.measurements import MeasuredPhotograph
from core.records import QUESTIONS, SCORED_FRAMES, Frame, Model, Photograph, Reply, Truth, Value
from core.scoring.answers import answers_of, kappa_of

Rows = Iterator[dict[str, Any]]
Scored = Frame | Literal["audited"]
SCORES: tuple[Scored, ...] = (*SCORED_FRAMES, "audited")
"""The truths that every answer is scored against; `audited` is 3D unless the audit corrects it."""

TruthValues = Mapping[tuple[str, Scored, str], Value]
"""Truth by photograph, frame and question."""


def _split(name: str, value: Value | None) -> dict[str, Any]:
    """A value as its two columns, of which at least one is null."""
    is_class = isinstance(value, str)
    return {f"{name}_number": None if is_class else value, f"{name}_class": value if is_class else None}


def photograph_rows(
    photographs: Iterable[Photograph], images: Mapping[str, DerivedImage], measured: Mapping[str, MeasuredPhotograph]
) -> Rows:
    """Table `photographs`; `images` by photograph id for files on the disk, `measured` for those that are readable."""
    for photograph in photographs:
        row = asdict(photograph)
        for name in ("a", "b", "c"):
            row[f"{name}x_px"], row[f"{name}y_px"] = row.pop(f"{name}_px")
        image, found = images.get(photograph.photograph_id), measured.get(photograph.photograph_id)
        yield row | {
            "class_change": _class_change(photograph),
            "occlusion": _occlusion(photograph),
            "image_status": "absent" if image is None else "refused" if image.key is None else "present",
            "image_key": image.key if image else None,
            "image_sha256": image.sha256 if image else None,
            **({} if found is None else _measured_columns(found)),
        }


def _measured_columns(found: MeasuredPhotograph) -> dict[str, Any]:
    ab_cm, bc_cm, ca_cm = found.sides_cm
    stickers = zip("abc", (point or (None, None) for point in found.stickers_px), strict=True)
    return {
        "border_status": found.border_status,
        "border_reason": found.border_reason,
        "border_px": None if found.corners_px is None else [value for point in found.corners_px for value in point],
        "border_residual_px": found.border_residual_px,
        "border_support": found.border_support,
        "tilt_deg": found.tilt_deg,
        "roll_deg": found.roll_deg,
        "distance_cm": found.distance_cm,
        "tilt_imu_deg": found.tilt_imu_deg,
        "ab_rect_cm": ab_cm,
        "bc_rect_cm": bc_cm,
        "ca_rect_cm": ca_cm,
        **{f"{name}_found_{axis}_px": value for name, (x, y) in stickers for axis, value in (("x", x), ("y", y))},
        "rectified_key": found.rectified_key,
    }


def _class_change(photograph: Photograph) -> str:
    is_side_changed = photograph.side_class_3d != photograph.side_class_2d
    is_angle_changed = photograph.angle_class_3d != photograph.angle_class_2d
    if is_side_changed and is_angle_changed:
        return "both"
    return "side" if is_side_changed else "angle" if is_angle_changed else "none"


def _occlusion(photograph: Photograph) -> str | None:
    annotated = {
        "vertex": photograph.triangle_vertex_occlusion,
        "edge": photograph.triangle_edge_occlusion,
        "square": photograph.square_edge_occlusion,
    }
    if None in annotated.values():
        return None
    return next((name for name, value in annotated.items() if value != "none"), "none")


def question_rows() -> Rows:
    """Table `questions`."""
    for q in QUESTIONS:
        yield {
            "question_id": q.question_id,
            "key": q.key,
            "title": q.title,
            "asks": q.asks,
            "kind": q.kind,
            "unit": q.unit or None,
        }


def truth_rows(truths: Iterable[Truth]) -> Rows:
    """Table `truths`."""
    for truth in truths:
        key = {"photograph_id": truth.photograph_id, "frame": truth.frame, "question_id": truth.question_id}
        yield key | _split("value", truth.value) | _split("recomputed", truth.recomputed)


def model_rows(models: Iterable[Model]) -> Rows:
    """Table `models`; where two have one display name, each carries its id too."""
    models = list(models)
    names = Counter(model.display_name for model in models)
    for model in models:
        is_unique = names[model.display_name] == 1
        name = model.display_name if is_unique else f"{model.display_name} ({model.model_id})"
        yield asdict(model) | {"display_name": name}


def truth_values(
    truths: Iterable[Truth], photographs: Iterable[Photograph], audits: Iterable[TriangleAudit]
) -> TruthValues:
    """The truths that answers are scored against."""
    corrected = audited_truths(audits)
    triangle_ids = {photograph.photograph_id: photograph.triangle_id for photograph in photographs}
    values: dict[tuple[str, Scored, str], Value] = {}
    for truth in truths:
        values[truth.photograph_id, truth.frame, truth.question_id] = truth.value
        if truth.frame == "3d":
            audited = corrected.get(triangle_ids[truth.photograph_id], {}).get(truth.question_id, truth.value)
            values[truth.photograph_id, "audited", truth.question_id] = audited
    return values


def rectified_truths(measured: Mapping[str, MeasuredPhotograph]) -> Iterator[Truth]:
    """The truths of every photograph whose three sides were measured through the homography."""
    for photograph_id, photograph in measured.items():
        sides_cm = photograph.all_sides_cm
        if sides_cm is None:
            continue
        try:
            answers = Triangle(*sides_cm).answers()
        except TriangleError:  # three stickers that were found on one line have no answers
            continue
        for question_id, value in answers.items():
            yield Truth(photograph_id, "rectified", question_id, value)


def audit_rows(audits: Iterable[TriangleAudit], benchmark_ids: Mapping[str, str]) -> Rows:
    """Table `truth_audit`; `benchmark_ids` by triangle."""
    for audit in audits:
        triangle = Triangle(*audit.audited_cm)
        row: dict[str, Any] = {
            "benchmark_id": benchmark_ids[audit.triangle_id],
            "triangle_id": audit.triangle_id,
            "verdict": audit.verdict,
            "is_blamed": audit.blames_the_tape,
            "explanation": audit.explanation,
            "views": len(audit.views),
            "noise_cm": audit.noise_cm,
            "limit_cm": audit.limit_cm,
            "size_sigmas": audit.size_sigmas,
            "side_class_audited": triangle.side_class(),
            "angle_class_audited": triangle.angle_class(),
        }
        nothing = (None, None, None)
        for number, side in enumerate(("ab", "bc", "ca")):
            row |= {
                f"{side}_cm": audit.tape_cm[number],
                f"{side}_residual_cm": (audit.residual_cm or nothing)[number],
                f"{side}_spread_cm": (audit.spread_cm or nothing)[number],
                f"{side}_audited_cm": audit.audited_cm[number],
            }
        yield row


def reply_rows(replies: Iterable[Reply], model_id: str) -> Rows:
    """Table `replies`."""
    for reply in replies:
        yield asdict(reply) | {"model_id": model_id}


def answer_rows(replies: Iterable[Reply], model_id: str, truths: TruthValues) -> Rows:
    """Table `answers`: six rows a reply, read and scored against both frames and the audited truth."""
    for reply in replies:
        for answer in answers_of(reply):
            scores = {
                f"kappa_{frame}": kappa_of(answer, truths[reply.photograph_id, frame, answer.question_id])
                for frame in SCORES
            }
            key = {"run_id": reply.run_id, "model_id": model_id, "photograph_id": reply.photograph_id}
            details = {
                "question_id": answer.question_id,
                "status": answer.status,
                "stated": answer.stated,
                "reason": answer.reason,
                "note": answer.note,
            }
            yield key | details | _split("value", answer.value) | scores


def released_score_rows(scores: Iterable[ReleasedScore]) -> Rows:
    """Table `released_scores`."""
    for score in scores:
        row = asdict(score)
        yield row | _split("value", row.pop("value"))
