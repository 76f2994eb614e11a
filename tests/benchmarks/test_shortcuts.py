"""Tests that features without spatial reasoning (marks, segments, image statistics) do not predict the key."""

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from core.benchmarks.mmperspective.benchmark import BENCHMARK
from core.benchmarks.mmperspective.image_plane import compute_angle_deg, compute_gap_px, project_segments_px
from core.benchmarks.mmperspective.vocabulary import LINES, RELATIONS
from core.generators.mmperspective.item_generator import generate_items
from core.generators.mmperspective.write import synthesize
from core.generators.threedsr.pair_generator import generate_unit
from core.generators.threedsr.question_builder import build_questions
from core.generators.threedsr.render import encode_png, render_image
from core.photographs.image_statistics import compute_image_statistics
from core.scoring.choice.image_statistics_baseline import predict_from_statistics
from core.solvers import image_statistics
from tests.bench_shortcuts import MAX_ERRORS, read_answers, summarise


def compute_limit(chance, count):
    """Return chance plus three standard errors."""
    return chance + 3 * np.sqrt(chance * (1 - chance) / count)


def compute_learned_share(items, numbers):
    """Return the baseline's share of right answers, learned from numbers of each item, each number a block."""
    cases = pd.DataFrame(
        {"group_id": item.item_id, "question_id": item.kind, "options": item.options,
         "truth": item.options.index(item.right)}
        for item in items
    )  # fmt: skip
    blocks = [np.array(column, dtype=float)[:, None] for column in zip(*numbers, strict=True)]
    return (predict_from_statistics(cases, blocks) == cases["truth"]).mean()


def list_mark_positions(item):
    """Return the positions of the marks in the order of their letters."""
    return np.array([position for mark in item.marks for position in mark.places]).ravel()


@pytest.mark.slow
def test_circles_alone_do_not_predict_the_vanishing_point():
    """VPP: neither the circles' positions nor the circle nearest to the middle or its row give the answer."""
    items = [item for index in range(64) for item in generate_items("VPP", 6, index)]
    of_two, of_four = ([item for item in items if len(item.marks) == count] for count in (2, 4))
    for own in (of_two, of_four):
        assert compute_learned_share(own, [list_mark_positions(item) for item in own]) <= compute_limit(0.25, len(own))
    for weights in ((1, 1), (0, 1)):  # from the middle of the image, and from its middle row
        off = [
            [np.abs(np.subtract(mark.places[0], (479.5, 359.5))) @ weights for mark in item.marks] for item in of_four
        ]
        nearest = [item.marks[int(np.argmin(own))].letter for item, own in zip(of_four, off, strict=True)]
        is_right = [item.right == f"Circle {letter}" for item, letter in zip(of_four, nearest, strict=True)]
        assert np.mean(is_right) <= compute_limit(0.25, len(of_four))


@pytest.mark.slow
def test_the_horizon_is_rarely_the_middle_row():
    """VPP, CLP and VAP: the rows of horizons vary, and few are within 2 percent of the middle row."""
    for task in ("VPP", "CLP", "VAP"):
        rows = []
        for index in range(24):
            view = generate_items(task, 6, index)[0].pictures[0].view
            a, b, c = view.camera.horizon
            if abs(b) > 0.5:
                rows.append(-(a * 479.5 + c) / b / view.height_px)
        assert np.std(rows) > 0.1
        assert np.mean(np.abs(np.array(rows) - 0.5) < 0.02) < 0.4
    assert np.mean(np.abs(np.array(rows) - 0.5) < 0.02) < 0.2


def test_lines_alone_do_not_predict_the_horizon():
    """CLP: neither heights and slopes of the lines nor the middle row give the answer."""
    items = [item for index in range(120) for item in generate_items("CLP", 6, index)]
    assert compute_learned_share(items, [list_mark_positions(item) for item in items]) <= compute_limit(
        0.25, len(items)
    )
    in_the_middle = [
        min(LINES[:3], key=lambda line: abs(np.mean([y for _, y in item.marks["ABC".index(line[-1])].places]) - 359.5))
        for item in items
    ]
    is_right = [item.right == line for item, line in zip(items, in_the_middle, strict=True)]
    assert np.mean(is_right) <= compute_limit(0.25, len(items))


@pytest.mark.slow
def test_segments_alone_do_not_predict_their_relation():
    """LRR: angle, gap and lengths in the image do not give the relation in space."""
    items = [item for index in range(30) for item in generate_items("LRR", 6, index)]
    features = []
    for item in items:
        first, second = project_segments_px(item.pictures[0], item.marks)
        lengths = sorted(float(np.hypot(*(one[1] - one[0]))) for one in (first, second))
        features.append((compute_angle_deg(first, second), compute_gap_px(first, second), *lengths))
    assert compute_learned_share(items, features) <= compute_limit(1 / len(RELATIONS), len(items))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """Write a small set of the tasks about whole images."""
    folder = tmp_path_factory.mktemp("drawn") / "set"
    synthesize(folder, dict.fromkeys(("VAP", "PTR", "PTS", "VPC"), 24), seed=6)
    return folder


@pytest.mark.slow
def test_image_statistics_do_not_solve_tasks_about_whole_images(drawn):
    """Thumbnail, colours, edges and file size of VAP, PTR, PTS and VPC give no more than chance."""
    found = summarise(read_answers("mmperspective", drawn))
    assert set(found["question"]) == {"VAP", "PTR", "PTS", "VPC"}
    assert (found["errors"] <= MAX_ERRORS).all(), found


@pytest.fixture(scope="module")
def next_to_statistics():
    """Return cases of 24 pairs of scenes that ask for the neighbour, and the statistics of their images."""
    rows, images = [], []
    for number in range(24):
        for question in build_questions(generate_unit("location_next_to", number, 6), 6):
            if not question.row.is_flipped:
                image = render_image(question.scene)
                images.append(compute_image_statistics(Image.fromarray(image), len(encode_png(image))).blocks)
                rows.append({"group_id": question.unit, "question_id": question.subtype, "options": question.options,
                             "truth": question.key})  # fmt: skip
    return pd.DataFrame(rows), [np.stack(block) for block in zip(*images, strict=True)]


@pytest.mark.slow
def test_image_statistics_do_not_solve_next_to(next_to_statistics):
    """3DSRBench: both images of a pair have an object next to the named one and another far from it."""
    cases, blocks = next_to_statistics
    assert (predict_from_statistics(cases, blocks) == cases["truth"]).mean() <= compute_limit(0.5, len(cases))


@pytest.mark.slow
def test_the_baseline_answers_every_case_of_a_drawn_set(drawn):
    """It is a separate run with a reply to every case."""
    contents = BENCHMARK.read(drawn)
    (own,) = [run for run in contents.references if run.model == image_statistics.MODEL]
    assert set(own.replies) == {case.case_id for case in contents.cases}
    assert set(map(str, own.replies.values())) <= set("ABCD")


def test_standard_errors_are_clustered_by_group():
    """Ten groups of four equal answers have the error of ten answers; the reference is the best constant."""
    rows = [
        {"question_id": "q", "group_id": group, "is_right": group < 8, "chance": 0.25, "truth": part, "true_text": "x"}
        for group in range(10)
        for part in range(4)
    ]
    (row,) = summarise(pd.DataFrame(rows)).to_dict("records")
    assert (row["cases"], row["groups"], row["chance"], row["constant"], row["reader"]) == (40, 10, 0.25, 1.0, 0.8)
    assert row["error"] == pytest.approx(np.sqrt(0.8 * 0.2 / 10))
    assert row["errors"] == pytest.approx(-0.2 / row["error"])
