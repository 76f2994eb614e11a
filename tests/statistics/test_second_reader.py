"""Tests of a second reader against the rule-based parser: agreement, its interval, and the combined score."""

import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from core.statistics.second_reader import compare_readings


def make_table(*rows):
    """Make a table of group, purpose, the extractor's status, letter and score, and the rule's status and letter."""
    names = ["group_id", "purpose", "status", "value_class", "score", "rule_status", "rule_class"]
    return pd.DataFrame(rows, columns=names).assign(value_number=None, rule_number=None)


def make_sampled_row(group, extracted, rule="A"):
    return (group, "sample", "none" if extracted is None else "read", extracted, None, "ok", rule)


def test_agreement_of_independent_answers_has_wilsons_interval():
    """Eight of ten answers in ten groups have statsmodels' interval; `none` counts as a disagreement."""
    rows = [make_sampled_row(f"g{number}", "A") for number in range(8)] + [
        make_sampled_row("x", "B"),
        make_sampled_row("y", None),
    ]
    found = compare_readings(make_table(*rows), 0.0, 0)
    assert (found.n_sample, found.n_agreeing) == (10, 8)
    assert (found.low, found.high) == pytest.approx(proportion_confint(8, 10, method="wilson"), abs=1e-4)


def test_answers_of_one_group_widen_the_interval():
    """The same share in four equal answers per group has a wider interval."""
    apart = [make_sampled_row(f"g{number}", "A" if number < 30 else "B") for number in range(40)]
    together = [make_sampled_row(f"g{number // 4}", "A" if number < 30 else "B") for number in range(40)]
    narrow, wide = compare_readings(make_table(*apart), 0.0, 0), compare_readings(make_table(*together), 0.0, 0)
    assert wide.high - wide.low > narrow.high - narrow.low
    assert wide.low < 0.75 < wide.high


def test_full_agreement_counts_groups():
    """Full agreement in forty answers of four groups has the interval of four answers."""
    rows = [make_sampled_row(f"g{number % 4}", "A") for number in range(40)]
    found = compare_readings(make_table(*rows), 0.0, 0)
    assert (found.low, found.high) == pytest.approx(proportion_confint(4, 4, method="wilson"), abs=1e-3)


def test_unusable_answers_are_counted_separately():
    """An answer that is not the requested object is neither agreement nor disagreement."""
    rows = [make_sampled_row("a", "A"), ("b", "sample", "invalid", None, None, "ok", "A")]
    found = compare_readings(make_table(*rows), 0.0, 0)
    assert (found.n_sample, found.n_agreeing, found.n_sample_unusable) == (1, 1, 1)


def test_extractor_score_adds_its_own_readings():
    """The rule's six of ten, one more right, one more wrong, and one unread give 7 of 12."""
    rows = [
        ("a", "unread", "read", "A", 1.0, "unparsed", None),
        ("b", "unread", "read", "B", 0.0, "invalid", None),
        ("c", "unread", "none", None, None, "unparsed", None),
        ("d", "sample", "read", "A", 1.0, "ok", "A"),
    ]
    found = compare_readings(make_table(*rows), 6.0, 10)
    assert (found.n_unread, found.n_extracted, found.n_none) == (3, 2, 1)
    assert (found.rule_score, found.score) == pytest.approx((0.6, 7 / 12))


def test_numbers_agree_up_to_rounding():
    """1.3333 and 1.333 agree; 1.33 and 1.35 do not."""
    rows = make_table(*[("a", "sample", "read", None, None, "ok", None)] * 2)
    rows = rows.assign(value_number=[1.333, 1.35], rule_number=[1.3333, 1.33])
    assert compare_readings(rows, 0.0, 0).n_agreeing == 1
