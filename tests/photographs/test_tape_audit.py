"""Tests of verdicts on published truth, for triangles with known faults."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.geometry.triangle import Triangle
from core.photographs.tape_audit import MIN_NOISE_CM, audit_triangles, collect_audited_truths
from core.records import Photograph, Truth
from core.warehouse.read import open_current

CONDITIONS = ("P0", "P1", "T0", "T1")
TRIANGLES_CM = [(50.0 + i, 60.0 + (7 * i) % 11, 70.0 - (5 * i) % 13) for i in range(30)]


def make_photograph(group_id, condition, tape_cm):
    classes = ("scalene", "acute", "scalene", "acute", "scalene")
    return Photograph(
        "b", f"{group_id}_{condition}", group_id, condition, "planar", "none", False, 1024, 768,
        (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), *tape_cm, *classes, None, None, None,
    )  # fmt: skip


def make_measurements(wrong_tape_cm=None, moved_cm=None, views=CONDITIONS):
    """Make thirty triangles measured with noise; triangle 000 may have another tape, or sides moved in some views."""
    rng = np.random.default_rng(0)
    photographs, sides_cm = [], {}
    for number, true_cm in enumerate(TRIANGLES_CM):
        group_id = f"{number:03d}"
        tape_cm = wrong_tape_cm if number == 0 and wrong_tape_cm else tuple(true_cm + rng.uniform(-0.7, 0.7, 3))
        for condition in CONDITIONS:
            shot = make_photograph(group_id, condition, tape_cm)
            photographs.append(shot)
            shift = moved_cm.get(condition, 0.0) if number == 0 and moved_cm else 0.0
            if number > 0 or condition in views:
                sides_cm[shot.case_id] = tuple(true_cm + rng.normal(0, 0.1, 3) + shift)
    return photographs, sides_cm


def compute_first_verdict(**faults):
    first, *others = audit_triangles(*make_measurements(**faults))
    assert {other.verdict for other in others} == {"agrees"}
    return first


def test_triangles_without_faults_agree():
    """If tape and photographs differ only by noise, every triangle agrees."""
    assert compute_first_verdict().verdict == "agrees"


def test_tiny_difference_is_not_shown_as_zero():
    """If photographs differ from the tape by hundredths, the largest difference is not shown as 0.0 cm."""
    photographs, _ = make_measurements()
    measured = {
        photograph.case_id: (photograph.ab_cm + 0.02, photograph.bc_cm, photograph.ca_cm) for photograph in photographs
    }
    assert {audit.explanation for audit in audit_triangles(photographs, measured)} == {
        "The largest difference is below 0.1 cm, in AB."
    }


@pytest.mark.parametrize(
    ("order", "names"), [((1, 0, 2), "AB and BC"), ((2, 1, 0), "AB and CA"), ((0, 2, 1), "BC and CA")]
)
def test_swapped_sides_are_corrected(order, names):
    """Two swapped sides are detected and swapped back."""
    true_cm = TRIANGLES_CM[0]
    verdict = compute_first_verdict(wrong_tape_cm=tuple(true_cm[i] for i in order))
    assert verdict.verdict == "sides_swapped"
    assert names in verdict.explanation
    assert verdict.audited_cm == pytest.approx(true_cm)


@pytest.mark.parametrize("side", range(3))
def test_one_wrong_side_is_corrected(side):
    """A side with an error of four centimetres is named with its error and replaced by the photographs' length."""
    true_cm = TRIANGLES_CM[0]
    wrong = list(true_cm)
    wrong[side] += 4.0
    verdict = compute_first_verdict(wrong_tape_cm=tuple(wrong))
    assert verdict.verdict == "one_side_off"
    assert verdict.explanation.startswith(("AB", "BC", "CA")[side])
    assert verdict.residual_cm[side] == pytest.approx(-4.0, abs=0.3)
    assert f"({verdict.residual_cm[side]:+.1f} cm)".replace("-", "−") in verdict.explanation
    assert verdict.audited_cm == pytest.approx(true_cm, abs=0.3)


def test_moved_sticker_is_identified():
    """Two sides with different errors identify the sticker between them."""
    ab, bc, ca = TRIANGLES_CM[0]
    verdict = compute_first_verdict(wrong_tape_cm=(ab, bc + 4.0, ca + 8.0))
    assert verdict.verdict == "several_sides_off"
    assert "Both end in C" in verdict.explanation
    assert verdict.audited_cm == pytest.approx((ab, bc, ca), abs=0.3)


@pytest.mark.parametrize("factor", [0.96, 1.05])
def test_common_factor_is_identified(factor):
    """A tape that scales all three sides is identified by its factor, not by its longest side."""
    true_cm = TRIANGLES_CM[0]
    verdict = compute_first_verdict(wrong_tape_cm=tuple(side / factor for side in true_cm))
    assert verdict.verdict == "all_sides_scaled"
    assert f"times {factor:.2f}" in verdict.explanation
    assert verdict.audited_cm == pytest.approx(true_cm, abs=0.3)


@pytest.mark.parametrize("shown_cm", [(92.2, 89.5, 89.5), (92.2, 89.9, 90.6), (92.2, 91.0, 89.6)])
def test_a_class_shared_by_tape_and_photographs_is_kept(shown_cm):
    """If both say equilateral, so does the audited truth."""
    tape_cm = (90.0, 88.5, 89.5)
    photographs, sides_cm = make_measurements(wrong_tape_cm=tape_cm)
    sides_cm |= {f"000_{condition}": shown_cm for condition in CONDITIONS}
    first = audit_triangles(photographs, sides_cm)[0]
    assert first.blames_the_tape
    assert {Triangle(*sides).classify_sides() for sides in (tape_cm, shown_cm, first.audited_cm)} == {"equilateral"}


@given(tape_cm=st.tuples(*[st.floats(40, 60)] * 3), residual_cm=st.tuples(*[st.floats(-8, 8)] * 3))
def test_the_audited_sides_have_one_source(tape_cm, residual_cm):
    """The audited sides are either the tape's, in some order, or the photographs'."""
    photographs, sides_cm = make_measurements(wrong_tape_cm=tape_cm)
    shown_cm = tuple(tape + residual for tape, residual in zip(tape_cm, residual_cm, strict=True))
    sides_cm |= {f"000_{condition}": shown_cm for condition in CONDITIONS}
    first = audit_triangles(photographs, sides_cm)[0]
    by_tape = sorted(first.audited_cm) == sorted(tape_cm)
    assert by_tape or first.audited_cm == pytest.approx(shown_cm)
    assert by_tape == (first.verdict in ("agrees", "sides_swapped"))


def test_a_better_exchange_within_the_limit_is_only_mentioned():
    """If no side exceeds the limit, the tape is kept, and a better fit with two swapped sides is mentioned."""
    ab, bc, ca = 60.0, 75.0, 61.9
    photographs, sides_cm = make_measurements(wrong_tape_cm=(ab, bc, ca))
    sides_cm |= {f"000_{condition}": (ab + 1.4, bc, ca - 1.4) for condition in CONDITIONS}
    first = audit_triangles(photographs, sides_cm)[0]
    assert first.verdict == "agrees"
    assert "With AB and CA exchanged" in first.explanation
    assert first.audited_cm == (ab, bc, ca)
    assert "exchanged" not in compute_first_verdict().explanation


def test_one_outlying_view_is_not_evidence():
    """A single outlying view changes nothing, and contradictory views are inconclusive."""
    assert compute_first_verdict(moved_cm={"T1": 6.0}).verdict == "agrees"
    assert compute_first_verdict(moved_cm={"P0": 5.0, "P1": 5.0, "T0": 5.0, "T1": -5.0}).verdict == "cannot_tell"


@pytest.mark.parametrize(
    ("views", "verdict"), [((), "cannot_tell"), (("P0",), "cannot_tell"), (("P0", "T0"), "one_side_off")]
)
def test_verdict_needs_two_views(views, verdict):
    """With fewer than two measured views there is no verdict."""
    ab, bc, ca = TRIANGLES_CM[0]
    assert compute_first_verdict(wrong_tape_cm=(ab + 5.0, bc, ca), views=views).verdict == verdict


def test_inconsistent_labels_are_reported():
    """A released value that does not follow from the tape has its own verdict, with and without photographs."""
    photographs, sides_cm = make_measurements()
    truths = [
        Truth("000_P0", "3d", "Q1", "scalene", "isosceles"),
        Truth("001_P0", "3d", "Q4", 0.0, 0.0),
        Truth("002_P0", "3d", "Q3", 1.2346, 1.23456),
        Truth("003_P0", "2d", "Q1", "scalene", "isosceles"),
    ]
    with_photographs = audit_triangles(photographs, sides_cm, truths)
    assert [a.group_id for a in with_photographs if a.verdict == "labels_inconsistent"] == ["000"]
    without_photographs = audit_triangles(photographs, {}, truths)
    assert [a.verdict for a in without_photographs[:2]] == ["labels_inconsistent", "cannot_tell"]
    assert list(collect_audited_truths(with_photographs)) == ["000"]


def test_the_audited_truth_follows_from_the_audited_sides():
    """Only blamed triangles have another truth, computed from the corrected sides."""
    ab, bc, ca = TRIANGLES_CM[0]
    truths = collect_audited_truths(audit_triangles(*make_measurements(wrong_tape_cm=(bc, ab, ca))))
    assert list(truths) == ["000"]
    assert truths["000"]["Q3"] == pytest.approx(ab / ca)


def test_few_perfect_triangles_keep_a_noise_floor():
    """With a handful of perfect triangles the smallest difference is not a fault."""
    photographs, _ = make_measurements()
    exact = {p.case_id: (p.ab_cm, p.bc_cm, p.ca_cm) for p in photographs[:12]}
    exact |= {key: (ab + 0.5, bc, ca) for key, (ab, bc, ca) in exact.items() if key.startswith("000")}
    verdicts = audit_triangles(photographs[:12], exact)
    assert {v.verdict for v in verdicts} == {"agrees"}
    assert verdicts[0].noise_cm == MIN_NOISE_CM


def test_audited_sides_form_a_triangle():
    """This holds even if the measured sides barely do."""
    photographs, sides_cm = make_measurements()
    flat = [p if p.group_id != "000" else make_photograph("000", p.condition, (50.0, 49.0, 2.0)) for p in photographs]
    sides_cm |= {f"000_{c}": (50.0, 60.0, 11.0) for c in CONDITIONS}
    ab, bc, ca = audit_triangles(flat, sides_cm)[0].audited_cm
    assert max(ab, bc, ca) < ab + bc + ca - max(ab, bc, ca)


def test_the_real_verdicts_are_consistent(real_workspace):
    """On the real photographs, blamed sides differ in every view, and swapped sides fit after the exchange."""
    with open_current(real_workspace) as warehouse:
        verdicts = warehouse.query("truth_audit")
        blamed = verdicts[verdicts["is_blamed"]]
        assert 0 < len(blamed) < 0.2 * len(verdicts)
        for row in blamed.to_dict("records"):
            views = warehouse.query("audit_views", group_id=row["group_id"]).dropna(subset=["ab_rect_cm"])
            for side in ("ab", "bc", "ca"):
                errors = views[f"{side}_rect_cm"] - row[f"{side}_audited_cm"]
                assert errors.abs().median() <= row["limit_cm"]
            if row["verdict"] not in ("sides_swapped", "labels_inconsistent"):
                shown_cm = [row[f"{side}_cm"] + row[f"{side}_residual_cm"] for side in ("ab", "bc", "ca")]
                assert [row[f"{side}_audited_cm"] for side in ("ab", "bc", "ca")] == pytest.approx(shown_cm)
        assert (verdicts["verdict"] != "labels_inconsistent").all()


def test_reference_models_are_not_in_the_audited_ranking(tiny_warehouse):
    """The ranks under the audited truth have no gaps."""
    ranking = tiny_warehouse.query("audited_ranking", kinds=None)
    assert len(ranking) == 4
    assert set(ranking["model_kind"]) == {"vlm"}
    assert ranking["rank_published"].min() == 1
    assert ranking["rank_audited"].max() <= len(ranking)
