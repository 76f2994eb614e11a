"""Contents of a release of photographs of triangles: its rows, and the measurements of its photographs."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from core.benchmarks.cases import Case, CaseMeasure, CaseQuestion, CaseSet
from core.benchmarks.data import Contrast, SetProtocol, Subset, Terminology, TruthSource
from core.benchmarks.triangles import dataset_facts
from core.errors import TriangleError
from core.factors import Factor
from core.geometry.triangle import Triangle
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.tape_audit import TriangleAudit
from core.records import ANGLE_CLASSES, SIDE_CLASSES, TRIANGLE_QUESTIONS, Photograph, Truth, Value

WORDS = Terminology(
    "photograph",
    "photographs",
    "triangle",
    "triangles",
    "score",
    "An exact answer scores 100%. A class is right or wrong. A ratio loses the share by which it misses the true "
    "ratio: an AB/AC of 0.96 for a true 0.87 scores 89.7%. An angle loses its error as a share of 180°. This is the "
    "paper's accuracy κ, not Cohen's kappa.",
)

FRAMES = (
    TruthSource("3d", "3D", "truth", "the world (3D)"),
    TruthSource("2d", "2D", "foil", "the flat image (2D)"),
    TruthSource("rectified", "rectified", "measured", "the rectified image"),
    TruthSource("audited", "3D, audited", "corrected", "the audited world"),
)

FACTORS = (
    Factor("condition", "Condition", is_first=True, is_short=True),
    Factor("pose", "Pose", is_first=True, is_short=True),
    Factor("object", "Object", is_first=True),
    Factor("side_3d", "Side class, 3D", levels=SIDE_CLASSES, is_first=True),
    Factor("angle_3d", "Angle class, 3D", levels=ANGLE_CLASSES, is_first=True),
    Factor("side_2d", "Side class, 2D", levels=SIDE_CLASSES),
    Factor("angle_2d", "Angle class, 2D", levels=ANGLE_CLASSES),
    Factor("change", "Class change, 3D to 2D", levels=("none", "side", "angle", "both")),
    Factor("occlusion", "Occlusion", levels=("none", "square", "edge", "vertex")),
    Factor("tilt", "Tilt band", origin="measured"),
)

OTHER_NAMES = {"side": "side_3d", "angle": "angle_3d"}
"""Other names of factors in case filters."""

MEASURES = (CaseMeasure("tilt_deg", "Tilt of the camera", "deg"),)


def build_subsets(case: str) -> tuple[Subset, ...]:
    """Build the subsets of cases that findings are about.

    Args:
        case: name of a case.
    """
    changes, stays = (f"a {case} whose side class {what}" for what in ("changes", "stays"))
    return (
        Subset("tilted", f"a tilted {case}", "pose", ("tilted",)),
        Subset("planar", f"a planar {case}", "pose", ("planar",)),
        Subset("all", f"a {case}"),
        Subset("side class changes", changes, "change", ("side", "both"), "side class changes in 2D"),
        Subset("side class stays", stays, "change", ("none", "angle")),
    )


CONTRASTS = (
    Contrast("tilt", "tilted minus planar", "tilting the camera", "pose", ("tilted",), ("planar",)),
    Contrast("object", "with an object minus without", "an object", "object", (), ("none",)),
)

PROTOCOLS = (
    SetProtocol("views", "right in all views", "MMPerspective, section 2.4, the views as the perturbed variants"),
    SetProtocol(
        "pose", "right planar and tilted", "3DSRBench, section 3.4: a question counts only if all passes are right"
    ),
    SetProtocol("object", "right with and without object", "3DSRBench, section 3.4"),
)

TILT_BAND_DEG = 10


def build_case(photograph: Photograph, measured: MeasuredPhotograph | None) -> Case:
    """Build the case of a photograph, with the tilt of its camera if that was measured."""
    tilt_deg = None if measured is None else measured.tilt_deg
    levels = {
        "condition": photograph.condition,
        "pose": photograph.pose,
        "object": photograph.object,
        "side_3d": photograph.side_class_3d,
        "angle_3d": photograph.angle_class_3d,
        "side_2d": photograph.side_class_2d,
        "angle_2d": photograph.angle_class_2d,
        "change": _classify_change(photograph),
        "occlusion": _find_occlusion(photograph),
        "tilt": None if tilt_deg is None else get_tilt_band(tilt_deg),
    }
    return Case(
        case_id=photograph.case_id,
        group_id=photograph.group_id,
        title=photograph.case_id,
        asks=tuple(CaseQuestion(question.question_id) for question in TRIANGLE_QUESTIONS),
        slot=photograph.condition,
        images=(Path(dataset_facts.get_photograph_name(photograph.case_id)),),
        factors={factor: level for factor, level in levels.items() if level is not None},
        numbers={} if tilt_deg is None else {"tilt_deg": tilt_deg},
    )


def get_tilt_band(tilt_deg: float) -> str:
    """Return the ten-degree band of a tilt; the lower end is included."""
    low = TILT_BAND_DEG * int(tilt_deg // TILT_BAND_DEG)
    return f"{low}–{low + TILT_BAND_DEG}°"


def _classify_change(photograph: Photograph) -> str:
    is_side_changed = photograph.side_class_3d != photograph.side_class_2d
    is_angle_changed = photograph.angle_class_3d != photograph.angle_class_2d
    if is_side_changed and is_angle_changed:
        return "both"
    return "side" if is_side_changed else "angle" if is_angle_changed else "none"


def _find_occlusion(photograph: Photograph) -> str | None:
    annotated = {
        "vertex": photograph.triangle_vertex_occlusion,
        "edge": photograph.triangle_edge_occlusion,
        "square": photograph.square_edge_occlusion,
    }
    if None in annotated.values():
        return None
    return next((name for name, value in annotated.items() if value != "none"), "none")


def build_case_sets(photographs: Iterable[Photograph]) -> list[CaseSet]:
    """Build sets of the views of each triangle, and of its pairs that differ only in pose or only in the object."""
    names: dict[tuple[str, str], list[str]] = {}
    for photograph in photographs:
        group_id, pose, has_object = photograph.group_id, photograph.condition[0], photograph.condition[1]
        for protocol, set_id in (
            ("views", group_id),
            ("pose", f"{group_id}_{has_object}"),
            ("object", f"{group_id}_{pose}"),
        ):
            names.setdefault((protocol, set_id), []).append(photograph.case_id)
    return [CaseSet(protocol, set_id, tuple(ids)) for (protocol, set_id), ids in names.items() if len(ids) > 1]


def compute_rectified_truths(measured: Mapping[str, MeasuredPhotograph]) -> list[Truth]:
    """Compute the truths of every photograph whose three sides were measured through the homography."""
    truths = []
    for case_id, photograph in measured.items():
        sides_cm = photograph.all_sides_cm
        if sides_cm is None:
            continue
        try:
            answers = Triangle(*sides_cm).compute_answers()
        except TriangleError:  # three stickers found on one line have no answers
            continue
        truths += [Truth(case_id, "rectified", question_id, value) for question_id, value in answers.items()]
    return truths


def build_corrected_truths(
    truths: Iterable[Truth], group_of: Mapping[str, str], corrected: Mapping[str, Mapping[str, Value]]
) -> list[Truth]:
    """Return the 3D truths, with the audit's corrections applied.

    Args:
        truths: of all frames.
        group_of: triangle by photograph.
        corrected: values by question, by triangle.
    """
    return [
        replace(
            truth,
            frame="audited",
            value=corrected.get(group_of[truth.case_id], {}).get(truth.question_id, truth.value),
            recomputed=None,
        )
        for truth in truths
        if truth.frame == "3d"
    ]


def build_measurement_rows(
    photographs: Iterable[Photograph], measured: Mapping[str, MeasuredPhotograph]
) -> list[dict[str, Any]]:
    """Build the rows of `photograph_measurements`; `measured` contains the readable photographs."""
    rows = []
    for photograph in photographs:
        row: dict[str, Any] = {
            name: value
            for name, value in asdict(photograph).items()
            if name in ("case_id", "width_px", "height_px", "ab_cm", "bc_cm", "ca_cm", "side_class_2d_paper")
            or name.endswith("_occlusion")
        }
        for name in ("a", "b", "c"):
            row[f"{name}x_px"], row[f"{name}y_px"] = getattr(photograph, f"{name}_px")
        found = measured.get(photograph.case_id)
        rows.append(row | ({} if found is None else _build_measured_columns(found)))
    return rows


def _build_measured_columns(photograph: MeasuredPhotograph) -> dict[str, Any]:
    ab_cm, bc_cm, ca_cm = photograph.sides_cm
    stickers = zip("abc", (point or (None, None) for point in photograph.stickers_px), strict=True)
    return {
        "border_status": photograph.border_status,
        "border_reason": photograph.border_reason,
        "border_px": None
        if photograph.corners_px is None
        else [value for point in photograph.corners_px for value in point],
        "border_residual_px": photograph.border_residual_px,
        "border_support": photograph.border_support,
        "tilt_deg": photograph.tilt_deg,
        "roll_deg": photograph.roll_deg,
        "distance_cm": photograph.distance_cm,
        "tilt_imu_deg": photograph.tilt_imu_deg,
        "ab_rect_cm": ab_cm,
        "bc_rect_cm": bc_cm,
        "ca_rect_cm": ca_cm,
        **{f"{name}_found_{axis}_px": value for name, (x, y) in stickers for axis, value in (("x", x), ("y", y))},
        "rectified_key": photograph.rectified_key,
    }


def build_audit_rows(audits: Iterable[TriangleAudit], benchmark_id: str) -> list[dict[str, Any]]:
    """Build the rows of `truth_audit`."""
    rows = []
    for audit in audits:
        triangle = Triangle(*audit.audited_cm)
        row: dict[str, Any] = {
            "benchmark_id": benchmark_id,
            "triangle_id": audit.group_id,
            "verdict": audit.verdict,
            "is_blamed": audit.blames_the_tape,
            "explanation": audit.explanation,
            "views": len(audit.views),
            "noise_cm": audit.noise_cm,
            "limit_cm": audit.limit_cm,
            "size_sigmas": audit.size_sigmas,
            "side_class_audited": triangle.classify_sides(),
            "angle_class_audited": triangle.classify_angles(),
        }
        nothing = (None, None, None)
        for number, side in enumerate(("ab", "bc", "ca")):
            row |= {
                f"{side}_cm": audit.tape_cm[number],
                f"{side}_residual_cm": (audit.residual_cm or nothing)[number],
                f"{side}_spread_cm": (audit.spread_cm or nothing)[number],
                f"{side}_audited_cm": audit.audited_cm[number],
            }
        rows.append(row)
    return rows
