"""The public schema: views keep their columns in order, and their rows follow from the base tables."""

import pandas as pd
import pytest

from core.warehouse.read import open_current

PIXELS = [f"{vertex}{axis}_px" for vertex in "abc" for axis in "xy"]
FOUND = [f"{vertex}_found_{axis}_px" for vertex in "abc" for axis in "xy"]
SIDES = ("ab", "bc", "ca")

CONTRACT = {
    "photographs": [
        "benchmark_id", "photograph_id", "triangle_id", "condition", "pose", "object", "has_object", "width_px",
        "height_px", *PIXELS, *(f"{side}_cm" for side in SIDES), "side_class_3d", "angle_class_3d", "side_class_2d",
        "angle_class_2d", "side_class_2d_paper", "class_change", "square_edge_occlusion", "triangle_edge_occlusion",
        "triangle_vertex_occlusion", "occlusion", "image_status", "image_key", "image_sha256", "border_status",
        "border_reason", "border_px", "border_residual_px", "border_support", "tilt_deg", "roll_deg", "distance_cm",
        "tilt_imu_deg", *FOUND, *(f"{side}_rect_cm" for side in SIDES), "rectified_key",
    ],
    "truths": [
        "photograph_id", "frame", "question_id", "value_number", "value_class", "recomputed_number",
        "recomputed_class",
    ],
    "models": ["model_id", "display_name", "provider", "api_id", "kind"],
    "replies": [
        "run_id", "model_id", "photograph_id", "raw", "status", "error", "latency_s", "input_tokens", "output_tokens",
        "api_model",
    ],
    "answers": [
        "run_id", "model_id", "photograph_id", "question_id", "status", "value_number", "value_class", "kappa_3d",
        "kappa_2d", "kappa_audited", "stated", "reason", "note",
    ],
    "truth_audit": [
        "benchmark_id", "triangle_id", "verdict", "is_blamed", "explanation", "views", *(f"{s}_cm" for s in SIDES),
        *(f"{side}_residual_cm" for side in SIDES), *(f"{side}_spread_cm" for side in SIDES), "noise_cm", "limit_cm",
        "size_sigmas", *(f"{side}_audited_cm" for side in SIDES), "side_class_audited", "angle_class_audited",
    ],
}  # fmt: skip
"""By public table, its columns in order, as scripts outside have known them since they were tables."""

AT_LEAST = {
    "benchmarks": {"benchmark_id", "title", "source", "version", "licence"},
    "runs": {"run_id", "model_id", "prompt_id", "image_view", "started_at", "source"},
}
"""By public table with further columns, those that are promised."""


@pytest.fixture(scope="module", params=["tiny_workspace", "tilted_workspace", "scenes_workspace"])
def warehouse(request):
    """Return a warehouse without measurements, one with them, and one of another benchmark."""
    workspace = request.getfixturevalue(request.param)
    with open_current(
        workspace.select_benchmark("synthetic") if request.param == "scenes_workspace" else workspace
    ) as opened:
        yield opened


def have_equal_rows(found, expected):
    """Return whether two tables have the same rows in any order, ignoring types of empty columns."""
    keys = [name for name in ("run_id", "photograph_id", "frame", "question_id") if name in found]
    ordered = [table.sort_values(keys, ignore_index=True) for table in (found, expected[list(found)])]
    pd.testing.assert_frame_equal(*ordered, check_dtype=False, check_exact=True)


@pytest.mark.parametrize("table", CONTRACT)
def test_public_tables_have_their_columns_in_order(warehouse, table):
    """Column names and order are unchanged, and each column has a comment."""
    columns = warehouse.query("columns", table=table)
    assert columns["column_name"].tolist() == CONTRACT[table]
    assert columns["comment"].str.len().gt(0).all()
    assert list(warehouse.load_table(table)) == CONTRACT[table]


@pytest.mark.parametrize("table", AT_LEAST)
def test_extended_tables_keep_promised_columns(warehouse, table):
    """Extended tables still have every promised column."""
    assert AT_LEAST[table] <= set(warehouse.load_table(table))


def test_photographs_follow_from_cases(warehouse):
    """A photograph is its case with factor levels, first image and measurements."""
    found, cases = warehouse.load_table("photographs"), warehouse.load_table("cases")
    assert found["photograph_id"].tolist() == cases.sort_values("position")["case_id"].tolist()
    levels = warehouse.load_table("case_factors").pivot_table("level", "case_id", "factor", aggfunc="first")
    images = warehouse.load_table("case_images").query("position == 1").set_index("case_id")
    measured = warehouse.load_table("photograph_measurements").set_index("case_id")
    named = {
        "pose": "pose", "object": "object", "side_3d": "side_class_3d", "angle_3d": "angle_class_3d",
        "side_2d": "side_class_2d", "angle_2d": "angle_class_2d", "change": "class_change", "occlusion": "occlusion",
    }  # fmt: skip
    expected = (
        cases.set_index("case_id")
        .rename(columns={"group_id": "triangle_id", "slot": "condition"})[["triangle_id", "condition"]]
        .join(levels.reindex(columns=list(named)).rename(columns=named))
        .join(images[["image_status", "image_key", "image_sha256"]])
        .join(measured)
        .assign(benchmark_id=warehouse.load_table("benchmarks")["benchmark_id"].item())
    )
    expected["has_object"] = expected["object"] != "none"
    have_equal_rows(found, expected.rename_axis("photograph_id").reset_index())


def test_truths_follow_from_those_of_cases(warehouse):
    """Truths are those of every frame except the corrected one."""
    truths, frames = warehouse.load_table("case_truths"), warehouse.load_table("frames").set_index("frame")["role"]
    kept = truths[truths["frame"].map(frames) != "corrected"]
    have_equal_rows(warehouse.load_table("truths"), kept.rename(columns={"case_id": "photograph_id"}))
    assert set(warehouse.load_table("truths")["frame"]) <= {"3d", "2d", "rectified"}
    assert len(kept) < len(truths)


def test_replies_are_those_of_cases(warehouse):
    """Only the name of the case column differs."""
    have_equal_rows(
        warehouse.load_table("replies"),
        warehouse.load_table("case_replies").rename(columns={"case_id": "photograph_id"}),
    )


def test_answers_follow_from_answers_and_scores(warehouse):
    """An answer has its run's model and its score in each frame under the public names."""
    keys = ["run_id", "case_id", "question_id"]
    scores = warehouse.load_table("scores").pivot_table("score", keys, "frame")
    named = scores.rename(columns={"3d": "kappa_3d", "2d": "kappa_2d", "audited": "kappa_audited"})
    models = warehouse.load_table("runs").set_index("run_id")["model_id"]
    answers = warehouse.load_table("case_answers")
    expected = answers.assign(model_id=answers["run_id"].map(models)).join(named, on=keys)
    have_equal_rows(warehouse.load_table("answers"), expected.rename(columns={"case_id": "photograph_id"}))
    assert expected["kappa_3d"].notna().any()
