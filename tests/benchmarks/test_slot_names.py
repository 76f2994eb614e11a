"""Tests of the plain names of slots."""

import pytest

from core.benchmarks.slot_names import SlotName, format_scene_slot, name_slot


@pytest.mark.parametrize(
    ("slot", "name", "detail"),
    [
        ("1, common, first", "Layout\u00a01, common view", "original"),
        ("2, uncommon, reversed, mirrored-1", "Layout\u00a02, uncommon view",
         "question reversed, mirrored, options shifted by 1"),
        ("1, common, first-3", "Layout\u00a01, common view", "options shifted by 3"),
        ("Same solid 1-r1", "Same solid 1", "options shifted by 1"),
        ("Name 2", "Name 2", ""),
        ("touching 384", "touching, 384 px", ""),
        ("T0", "T0", ""),
        ("-r1", "-r1", ""),
        ("", "", ""),
    ],
)  # fmt: skip
def test_slots_have_plain_names(slot, name, detail):
    """Variants of a question are told in words; other slots are names already."""
    assert name_slot(slot) == SlotName(name, detail)


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_stored_slots_of_scenes_are_understood(is_reversed, is_mirrored):
    """Whatever the reader stores about a scene has a name, with the suffix of each pass too."""
    for suffix in ("", "-1", "-3"):
        slot = format_scene_slot(2, "uncommon", is_reversed=is_reversed, is_mirrored=is_mirrored) + suffix
        name, detail = name_slot(slot)
        assert name == "Layout\u00a02, uncommon view"
        assert ("mirrored" in detail, "question reversed" in detail) == (is_mirrored, is_reversed)
        assert ("options shifted" in detail) == bool(suffix)
