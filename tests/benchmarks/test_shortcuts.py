"""What needs no spatial reasoning says nothing of the key in drawn sets: marks, segments, image statistics."""

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


def limit(chance, count):
    """Chance and three standard errors."""
    return chance + 3 * np.sqrt(chance * (1 - chance) / count)


def share_read(items, numbers):
    """The share that the reader gets right from numbers of each item, each number a block."""
    cases = pd.DataFrame(
        {"group_id": item.item_id, "question_id": item.kind, "options": item.options,
         "truth": item.options.index(item.right)}
        for item in items
    )  # fmt: skip
    blocks = [np.array(column, dtype=float)[:, None] for column in zip(*numbers, strict=True)]
    return (predict_from_statistics(cases, blocks) == cases["truth"]).mean()


def places_of(item):
    """The places of the marks in the order of their letters."""
    return np.array([place for mark in item.marks for place in mark.places]).ravel()


@pytest.mark.slow
def test_circles_alone_say_nothing_of_the_vanishing_point():
    """VPP: neither a reader of the circles' places nor the circle nearest to the middle or its row is right."""
    items = [item for index in range(64) for item in generate_items("VPP", 6, index)]
    of_two, of_four = ([item for item in items if len(item.marks) == count] for count in (2, 4))
    for own in (of_two, of_four):
        assert share_read(own, [places_of(item) for item in own]) <= limit(0.25, len(own))
    for weights in ((1, 1), (0, 1)):  # from the middle of the picture, and from its middle row
        off = [
            [np.abs(np.subtract(mark.places[0], (479.5, 359.5))) @ weights for mark in item.marks] for item in of_four
        ]
        nearest = [item.marks[int(np.argmin(own))].letter for item, own in zip(of_four, off, strict=True)]
        is_right = [item.right == f"Circle {letter}" for item, letter in zip(of_four, nearest, strict=True)]
        assert np.mean(is_right) <= limit(0.25, len(of_four))


@pytest.mark.slow
def test_the_horizon_is_anywhere():
    """VPP, CLP and VAP: the horizon is the middle row in no more of the pictures than other rows are."""
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


def test_lines_alone_say_nothing_of_the_horizon():
    """CLP: heights and slopes of the lines do not tell which is the horizon, nor does the middle row."""
    items = [item for index in range(120) for item in generate_items("CLP", 6, index)]
    assert share_read(items, [places_of(item) for item in items]) <= limit(0.25, len(items))
    in_the_middle = [
        min(LINES[:3], key=lambda line: abs(np.mean([y for _, y in item.marks["ABC".index(line[-1])].places]) - 359.5))
        for item in items
    ]
    is_right = [item.right == line for item, line in zip(items, in_the_middle, strict=True)]
    assert np.mean(is_right) <= limit(0.25, len(items))


@pytest.mark.slow
def test_segments_alone_say_nothing_of_their_relation():
    """LRR: angle, gap and lengths on the picture do not tell how two lines lie in space."""
    items = [item for index in range(30) for item in generate_items("LRR", 6, index)]
    looks = []
    for item in items:
        first, second = project_segments_px(item.pictures[0], item.marks)
        lengths = sorted(float(np.hypot(*(one[1] - one[0]))) for one in (first, second))
        looks.append((compute_angle_deg(first, second), compute_gap_px(first, second), *lengths))
    assert share_read(items, looks) <= limit(1 / len(RELATIONS), len(items))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A small set of the tasks about whole pictures."""
    folder = tmp_path_factory.mktemp("drawn") / "set"
    synthesize(folder, dict.fromkeys(("VAP", "PTR", "PTS", "VPC"), 24), seed=6)
    return folder


@pytest.mark.slow
def test_image_statistics_say_nothing_of_whole_pictures(drawn):
    """Thumbnail, colours, edges and file size of VAP, PTR, PTS and VPC are worth no more than guessing."""
    found = summarise(read_answers("mmperspective", drawn))
    assert set(found["question"]) == {"VAP", "PTR", "PTS", "VPC"}
    assert (found["errors"] <= MAX_ERRORS).all(), found


@pytest.fixture(scope="module")
def looks_of_next_to():
    """Cases of 24 pairs of scenes that ask what is next to another, and the statistics of their pictures."""
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
def test_image_statistics_do_not_tell_next_from_far(looks_of_next_to):
    """3DSRBench: both pictures of a pair have a thing beside the one that is named and another far from it."""
    cases, blocks = looks_of_next_to
    assert (predict_from_statistics(cases, blocks) == cases["truth"]).mean() <= limit(0.5, len(cases))


@pytest.mark.slow
def test_the_reader_answers_every_case_of_a_drawn_set(drawn):
    """It is a run of its own, without a case left out."""
    contents = BENCHMARK.read(drawn)
    (own,) = [run for run in contents.references if run.model == image_statistics.MODEL]
    assert set(own.replies) == {case.case_id for case in contents.cases}
    assert set(map(str, own.replies.values())) <= set("ABCD")


def test_standard_errors_take_groups_together():
    """Ten groups of four alike answers have the error of ten answers; the level is the best constant."""
    rows = [
        {"question_id": "q", "group_id": group, "is_right": group < 8, "chance": 0.25, "truth": part, "true_text": "x"}
        for group in range(10)
        for part in range(4)
    ]
    (row,) = summarise(pd.DataFrame(rows)).to_dict("records")
    assert (row["cases"], row["groups"], row["chance"], row["constant"], row["reader"]) == (40, 10, 0.25, 1.0, 0.8)
    assert row["error"] == pytest.approx(np.sqrt(0.8 * 0.2 / 10))
    assert row["errors"] == pytest.approx(-0.2 / row["error"])
