"""Tests of prices: the table, the user's table, and the cost of tokens."""

import re

import pytest

from core.errors import PriceError
from core.inference.prices import PRICES, ModelPrice, find_price

HEADER = "model,input_usd_per_million,output_usd_per_million,max_output_tokens,max_image_tokens,as_of,source\n"


def test_our_table_is_dated_and_sourced(tmp_path):
    """Every line of the table can be read and states its date and source."""
    names = [line.split(",")[0] for line in PRICES.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(names) == len(set(names)) >= 10
    for name in names:
        price = find_price(name, tmp_path)
        assert re.fullmatch(r"20\d\d-\d\d", price.as_of)
        assert price.source.startswith("https://")
    assert find_price("local:mine", tmp_path) is None


def test_the_user_s_table_comes_first(tmp_path):
    """A line in the data folder's table replaces ours or adds a model; the rest of ours stays."""
    (tmp_path / "prices.csv").write_text(f"{HEADER}openai:gpt-5,1,2,1000,500,2026-11,me\nlocal:mine,0,0,9,9,now,me\n")
    assert find_price("openai:gpt-5", tmp_path).output_usd_per_million == 2
    assert find_price("local:mine", tmp_path).compute_cost_usd(1e6, 1e6) == 0
    assert find_price("gemini:gemini-2.5-pro", tmp_path) is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [(f"{HEADER}a:b,1,2,0,1,x,y\n", "row 1, column max_output_tokens"), (f"{HEADER}a:b,1\n", "row 1, column"),
     (f"{HEADER}a:b,nan,2,1,1,x,y\n", "row 1, column input_usd_per_million"), ("model\na:b\n", "row 1, column"),
     (f"{HEADER}c:d,1,2,1,1,x,y\na:b,-1,2,1,1,x,y\n", "row 2, column input_usd_per_million")],
)  # fmt: skip
def test_a_table_that_cannot_be_read_is_refused(tmp_path, text, words):
    """A wrong cell is named by row and column; a price is never guessed."""
    (tmp_path / "prices.csv").write_text(text)
    with pytest.raises(PriceError, match=words):
        find_price("a:b", tmp_path)


def test_tokens_come_to_dollars():
    """Cost is tokens times price; a request costs at most its largest image, densest text and longest reply."""
    price = ModelPrice(model="m", input_usd_per_million=2, output_usd_per_million=8, max_output_tokens=1000,
                  max_image_tokens=500, as_of="", source="")  # fmt: skip
    assert price.compute_cost_usd(1_000_000, 500_000) == 6
    assert price.compute_max_cost_usd("x" * 800, None) == pytest.approx((2 * (500 + 400 + 100) + 8 * 1000) / 1e6)
    assert price.compute_max_cost_usd("x" * 800, None, 3) == pytest.approx((2 * (3 * 500 + 400 + 100) + 8 * 1000) / 1e6)
    assert price.compute_max_cost_usd("x" * 800, 50) == pytest.approx((2 * 1000 + 8 * 50) / 1e6)
    assert price.compute_max_cost_usd("", 10**9) == price.compute_max_cost_usd("", None)
