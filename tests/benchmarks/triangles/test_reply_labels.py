"""Tests of the labels of raw replies, which are corrected only by one permutation for all triangles."""

from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.release_reader import read_release
from core.records import CONDITIONS
from tests.tiny_release import read_csv, write_csv

CYCLE = {"P0": "P0", "P1": "T1", "T0": "P1", "T1": "T0"}


def relabel(folder, stands_for):
    """Replace each photograph in the raw table by the label that represents it."""
    label_of = {condition: label for label, condition in stands_for.items()}
    rows = read_csv(folder / dataset_facts.RAW_REPLIES)
    for row in rows:
        stem, condition = row["image_path"].removesuffix(".jpg").rsplit("_", 1)
        row["image_path"] = f"{stem}_{label_of[condition]}.jpg"
    write_csv(folder / dataset_facts.RAW_REPLIES, rows)


def test_a_permutation_is_found_and_undone(tiny_release):
    """Labels permuted in the same way for every triangle are read as the conditions they stand for."""
    right = read_release(tiny_release).raw_replies
    relabel(tiny_release, CYCLE)
    release = read_release(tiny_release)
    assert release.relabelling.condition_of_label == CYCLE
    assert release.relabelling.agreeing_after == release.relabelling.replies == 48
    assert release.raw_replies == right


def test_a_single_different_reply_does_not_change_labels(tiny_release):
    """A reply that disagrees with the parsed table stays a disagreement."""
    rows = read_csv(tiny_release / dataset_facts.RAW_REPLIES)
    rows[0]["openai_gpt_5_response"] = "{}"
    write_csv(tiny_release / dataset_facts.RAW_REPLIES, rows)
    relabelling = read_release(tiny_release).relabelling
    assert relabelling.is_identity
    assert relabelling.agreeing_before == 47


def test_replies_are_not_read_without_a_parsed_table(tiny_release):
    """If labels cannot be checked, replies are not attached to possibly wrong photographs."""
    (tiny_release / dataset_facts.PREDICTIONS).unlink()
    assert read_release(tiny_release).raw_replies == {}


def test_the_images_support_the_corrected_labels(dataset):
    """In the real release, score 2D is higher with corrected labels than with the raw table's."""
    release = read_release(dataset)
    relabelling = release.relabelling
    assert not relabelling.is_identity
    assert relabelling.agreeing_after == relabelling.replies
    label_of = {condition: label for label, condition in relabelling.condition_of_label.items()}
    truths = {(t.case_id, t.question_id): t.value for t in release.truths if t.frame == "2d"}
    as_labelled = as_corrected = 0.0
    for case_id, raw in release.raw_replies["gemini_2.5_pro"].items():
        group_id, condition = case_id.split("_")
        as_corrected += _compute_kappa_2d(raw, case_id, truths)
        as_labelled += _compute_kappa_2d(raw, f"{group_id}_{label_of[condition]}", truths)
    assert set(label_of) == set(CONDITIONS)
    assert as_corrected / len(release.photographs) > as_labelled / len(release.photographs) + 0.02


def _compute_kappa_2d(raw, case_id, truths):
    from core.parsing.triangle_replies import parse_triangle_reply
    from core.records import TRIANGLE_QUESTION_BY_ID
    from core.scoring.metrics import compute_score

    scores = [
        compute_score(TRIANGLE_QUESTION_BY_ID[q], a.value, truths[case_id, q])
        for q, a in parse_triangle_reply(raw).items()
    ]
    return sum(scores) / len(scores)
