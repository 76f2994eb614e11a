"""Tests of pinned cases of the report."""

from core.reports.cases import load_pinned_cases


def test_a_pinned_case_has_truths_and_answers(tiny_warehouse, workspace):
    """The table has a row per question: title, both truths, and each run's answer with both kappas in brackets."""
    (case,) = load_pinned_cases(tiny_warehouse, ["001_T0"], workspace.derived_images)
    assert case.columns[:3] == ["Question", "Truth 3D", "Truth 2D"]
    rows = [[text for text, _ in row] for row in case.rows]
    assert [row[0] for row in rows][:3] == ["Side class", "Angle class", "AB / AC"]
    assert {len(row) for row in rows} == {len(case.columns)}
    answers = tiny_warehouse.query("case_answers", case_id="001_T0", right_at=0.9, of_runs=None)
    ranking = tiny_warehouse.query("ranking", kinds=None).sort_values(
        "model_kind", key=lambda kinds: kinds == "reference", kind="stable"
    )
    best = next(run_id for run_id in ranking["run_id"] if run_id in set(answers["run_id"]))
    (first,) = answers[(answers["question_id"] == "Q1") & (answers["run_id"] == best)].to_dict("records")
    kappas = f"({100 * first['score']:.0f} · {100 * first['foil_score']:.0f})"
    assert rows[0][1:4] == [first["true_class"], first["foil_class"], f"{first['value_class']} {kappas}"]
    verdict = "right" if first["is_right"] else "foil_only" if first["is_right_in_2d_only"] else "wrong"
    assert [verdict for _, verdict in case.rows[0][:4]] == [None, None, None, verdict]
    (image,) = case.pictures
    assert image.name == "001_T0"
    assert image.url.startswith("data:image/webp;base64,")
    photograph = tiny_warehouse.query("triangle_photographs", group_id="001").set_index("case_id").loc["001_T0"]
    assert (image.width_px, image.height_px) == (photograph["width_px"], photograph["height_px"])
    rings = {shape.points[0] for shape in image.shapes if shape.form == "ring"}
    assert rings == {(photograph[f"{name}x_px"], photograph[f"{name}y_px"]) for name in "abc"}
    assert case.text is None
    assert case.facts.startswith("Condition: T0; Pose: tilted; Object: none; ")
