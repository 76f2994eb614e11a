"""Grouping of the gallery."""

import pandas as pd
import pytest

from core.analyses.gallery_groups import GalleryHeading, describe_models_right, group_cases, list_headings

CASES = pd.DataFrame({"case_id": list("abcdef")})


def test_groups_follow_their_order_and_keep_that_of_their_cases():
    """Groups in the given order come first, then others by first occurrence; cases without a group come last."""
    groups = pd.Series(["tilted", None, "planar", "upside down", "tilted", "planar"])
    found = group_cases(CASES, groups, ["planar", "tilted", "nobody's"])
    assert "".join(found["case_id"]) == "cfaedb"
    assert list(found["group"].unique()) == ["planar", "tilted", "upside down", "unknown"]


def test_groups_without_an_order_follow_their_first_cases():
    """With worst cases first, the group of the worst case is the first."""
    assert "".join(group_cases(CASES, pd.Series(list("yxyxzz")))["case_id"]) == "acbdef"


def test_heading_counts_all_pages():
    """Each page begins with a heading; it is marked as continued only if its cases began earlier."""
    groups = ["x", "x", "x", "y", "z", "z"]
    assert list_headings(groups, 0, 2) == [GalleryHeading(0, "x", 3, is_continued=False)]
    assert list_headings(groups, 2, 2) == [
        GalleryHeading(0, "x", 3, is_continued=True),
        GalleryHeading(1, "y", 1, is_continued=False),
    ]
    assert list_headings(groups, 4, 2) == [GalleryHeading(0, "z", 2, is_continued=False)]


@pytest.mark.parametrize(
    ("n_models", "expected", "order"),
    [
        (3, ["no model correct", "1 model correct", "3 models correct", "not answered"],
         ["no model correct", "1 model correct", "2 models correct", "3 models correct", "not answered"]),
        (404, ["no model correct", "1 to 101 models correct", "1 to 101 models correct", "not answered"],
         ["no model correct", "1 to 101 models correct", "102 to 202 models correct", "203 to 303 models correct",
          "304 to 404 models correct", "not answered"]),
        (13, ["no model correct", "1 to 4 models correct", "1 to 4 models correct", "not answered"],
         ["no model correct", "1 to 4 models correct", "5 to 8 models correct", "9 to 12 models correct",
          "13 models correct", "not answered"]),
    ],
)  # fmt: skip
def test_cases_are_grouped_by_how_many_models_are_right(n_models, expected, order):
    """Few models are counted one by one, many in bands; the fewest come first, unanswered cases last."""
    told, words = describe_models_right({"a": 0, "b": 1, "c": 3}, pd.Series(list("abcd")), n_models)
    assert told.tolist() == expected
    assert words == order
