"""Errors where the image plane (2D) misleads, on hand-made answers."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.image_plane_errors import (
    SUMMED_BY,
    SUMMED_COLUMNS,
    compute_image_plane_errors,
    describe_image_plane_errors,
)
from tests.analyses.summed import summed


def make_answers(said, truth, foil, kind="choice", chance=0.25):
    """Make a run's answers by positions of four options, each in its own group."""
    rows = pd.DataFrame({"value": said, "truth": truth, "foil": foil}, dtype=float)
    score, foil_score = (rows["value"].eq(rows[name]).astype(float) for name in ("truth", "foil"))
    is_read = rows["value"].notna()
    return rows.assign(
        run_id="x", model_id="x", run_label="X", model_kind="vlm", question_id="Q", question_kind=kind, chance=chance,
        group_id=[f"g{number}" for number in range(len(rows))],
        score=score.where(is_read), foil_score=foil_score.where(is_read & rows["foil"].notna()),
    )  # fmt: skip


def analyse(*arguments, n_classes=(), **others):
    """Return the analysis of the sums of these answers."""
    return compute_image_plane_errors(summed(make_answers(*arguments, **others), SUMMED_BY, SUMMED_COLUMNS), n_classes)


def test_both_sides_and_the_errors_are_counted():
    """Right in 2 of 3 if 2D agrees, in 1 of 4 if not; 2 of 4 errors are the 2D answer."""
    truth, foil = [0, 0, 0, 1, 1, 1, 1, 2], [0, 0, 0, 2, 2, 2, 2, None]
    row = analyse([0, 0, 3, 1, 2, 2, 3, 0], truth, foil).iloc[0]
    assert (row["agrees"], row["differs"], row["value"]) == pytest.approx((200 / 3, 25, 200 / 3 - 25))
    assert (row["errors"], row["n_errors"], row["n"]) == pytest.approx((50, 4, 7))
    # Three of the four errors are where the picture misleads; there a third of them would hit its answer by chance.
    assert row["errors_guessed"] == pytest.approx(25)


def test_classes_have_the_chance_of_their_number():
    """Two of three classes are wrong: three of the four errors could be the image-plane answer, half of them by chance.

    If the number is unknown, so is that share, and the sentence leaves it out.
    """
    truth, foil, said = [0, 0, 1, 1, 1], [0, 0, 2, 2, 2], [0, 2, 0, 0, 2]
    known = analyse(said, truth, foil, kind="class", chance=np.nan, n_classes=(("Q", 3),))
    assert known.iloc[0]["errors_guessed"] == pytest.approx(100 * 3 / 4 / 2)
    assert "37.5% is expected by chance" in describe_image_plane_errors(known, "the flat image")
    unknown = analyse(said, truth, foil, kind="class", chance=np.nan)
    assert np.isnan(unknown.iloc[0]["errors_guessed"])
    assert unknown.iloc[0]["errors"] == pytest.approx(25)
    assert "by chance" not in describe_image_plane_errors(unknown, "the flat image")


def test_image_plane_reader_is_detected():
    """A model that always gives the 2D answer loses every misleading case, and all its errors are that answer."""
    table = analyse([0, 1, 2, 3], [0, 1, 0, 0], [0, 1, 2, 3])
    assert table[["agrees", "differs", "value", "errors"]].iloc[0].tolist() == [100, 0, 100, 100]
    assert "Of its errors, 100.0% are the answer that the flat image suggests" in describe_image_plane_errors(
        table, "the flat image"
    )


def test_unreadable_answers_and_numbers_are_left_out():
    """Unreadable answers are on no side; number questions, or no misleading case, give no result."""
    row = analyse([0, np.nan, 1, np.nan], [0, 0, 1, 1], [0, 0, 2, 2]).iloc[0]
    assert (row["n"], row["agrees"], row["differs"]) == (2, 100, 100)
    assert np.isnan(row["errors"])
    assert analyse([0, 1], [0, 1], [0, 2], kind="angle").empty
    assert analyse([0, 1], [0, 1], [0, 1]).empty
