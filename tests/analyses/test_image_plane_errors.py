"""Where the flat picture misleads, by hand-made answers."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.image_plane_errors import (
    SUMMED_BY,
    SUMMED_FOR,
    compute_image_plane_errors,
    describe_image_plane_errors,
)
from tests.analyses.summed import summed


def answers(said, truth, foil, kind="choice", chance=0.25):
    """A run's answers by the places of options, four of them, each about a group of its own."""
    rows = pd.DataFrame({"value": said, "truth": truth, "foil": foil}, dtype=float)
    score, foil_score = (rows["value"].eq(rows[name]).astype(float) for name in ("truth", "foil"))
    is_read = rows["value"].notna()
    return rows.assign(
        run_id="x", model_id="x", run_label="X", model_kind="vlm", question_id="Q", question_kind=kind, chance=chance,
        group_id=[f"g{number}" for number in range(len(rows))],
        score=score.where(is_read), foil_score=foil_score.where(is_read & rows["foil"].notna()),
    )  # fmt: skip


def found(*arguments, n_classes=(), **others):
    """What the analysis makes of the sums of these answers."""
    return compute_image_plane_errors(summed(answers(*arguments, **others), SUMMED_BY, SUMMED_FOR), n_classes)


def test_both_sides_and_the_errors_are_counted():
    """Right in 2 of 3 where the picture agrees, in 1 of 4 where not; 2 of 4 errors are what it says."""
    truth, foil = [0, 0, 0, 1, 1, 1, 1, 2], [0, 0, 0, 2, 2, 2, 2, None]
    row = found([0, 0, 3, 1, 2, 2, 3, 0], truth, foil).iloc[0]
    assert (row["agrees"], row["differs"], row["value"]) == pytest.approx((200 / 3, 25, 200 / 3 - 25))
    assert (row["errors"], row["n_errors"], row["n"]) == pytest.approx((50, 4, 7))
    # Three of the four errors are where the picture misleads; there a third of them would hit its answer by chance.
    assert row["errors_guessed"] == pytest.approx(25)


def test_classes_have_the_chance_of_their_number():
    """Of three classes two are wrong: three of the four errors could be the picture's answer, half of them by chance.

    Where the number is unknown, so is that share, and the sentence leaves it out.
    """
    truth, foil, said = [0, 0, 1, 1, 1], [0, 0, 2, 2, 2], [0, 2, 0, 0, 2]
    known = found(said, truth, foil, kind="class", chance=np.nan, n_classes=(("Q", 3),))
    assert known.iloc[0]["errors_guessed"] == pytest.approx(100 * 3 / 4 / 2)
    assert "by chance it would be 37.5 %" in describe_image_plane_errors(known, "the flat picture")
    unknown = found(said, truth, foil, kind="class", chance=np.nan)
    assert np.isnan(unknown.iloc[0]["errors_guessed"])
    assert unknown.iloc[0]["errors"] == pytest.approx(25)
    assert "by chance" not in describe_image_plane_errors(unknown, "the flat picture")


def test_a_reader_of_the_picture_is_found():
    """Who always says what the picture says loses all where it misleads, and all of its errors are its answer."""
    table = found([0, 1, 2, 3], [0, 1, 0, 0], [0, 1, 2, 3])
    assert table[["agrees", "differs", "value", "errors"]].iloc[0].tolist() == [100, 0, 100, 100]
    assert "Of its errors 100.0 % are what the flat picture says" in describe_image_plane_errors(
        table, "the flat picture"
    )


def test_unreadable_answers_and_numbers_are_left_out():
    """An unreadable answer is on no side; where answers are numbers, or no picture misleads, there is nothing."""
    row = found([0, np.nan, 1, np.nan], [0, 0, 1, 1], [0, 0, 2, 2]).iloc[0]
    assert (row["n"], row["agrees"], row["differs"]) == (2, 100, 100)
    assert np.isnan(row["errors"])
    assert found([0, 1], [0, 1], [0, 2], kind="angle").empty
    assert found([0, 1], [0, 1], [0, 1]).empty
