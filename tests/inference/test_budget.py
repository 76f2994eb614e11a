"""Tests of a limit in dollars that no request can exceed."""

import asyncio
import random

import pytest

from core.errors import BudgetError
from core.inference.budget import Budget
from core.inference.prices import ModelPrice

PRICE = ModelPrice(model="m", input_usd_per_million=1, output_usd_per_million=1, max_output_tokens=1000,
              max_image_tokens=1, as_of="", source="")  # fmt: skip
MOST_USD = 0.001


@pytest.mark.parametrize("seed", range(8))
def test_the_limit_is_never_broken(seed):
    """However requests overlap and whatever they cost, spent plus reserved money never exceeds the limit."""
    limit_usd, chance = 0.01055, random.Random(seed)  # between two sums of costs, so that rounding decides nothing
    budget = Budget(limit_usd, PRICE, MOST_USD)
    spent_usd, under_way, refused = 0.0, 0, 0

    async def request():
        nonlocal spent_usd, under_way, refused
        try:
            await budget.reserve_cost()
        except BudgetError:
            refused += 1
            return
        under_way += 1
        assert spent_usd + under_way * MOST_USD <= limit_usd + 1e-12
        for _ in range(chance.randrange(20)):  # turns of the loop, no time: the order does not depend on the machine
            await asyncio.sleep(0)
        tokens = chance.choice([(0, 1000), (10, 90), (None, None)])
        is_billed = chance.random() < 0.8
        under_way -= 1
        spent_usd += sum(tokens) / 1e6 if tokens[0] is not None else MOST_USD * is_billed
        budget.record_cost(*tokens, may_be_billed=is_billed)

    async def everything():
        await asyncio.gather(*(request() for _ in range(60)))

    asyncio.run(everything())
    assert refused > 0
    assert spent_usd == pytest.approx(budget.spent_usd)
    assert spent_usd > limit_usd - MOST_USD - 1e-12


def test_a_request_that_can_never_fit_is_refused_at_once():
    """If nothing is running and the next request could cost too much, the error has both amounts."""
    budget = Budget(0.0015, PRICE, MOST_USD, spent_usd=0.0006)
    with pytest.raises(BudgetError, match=r"up to 0\.0010 USD .* limit of 0\.0015 USD; 0\.0006 USD are spent"):
        asyncio.run(budget.reserve_cost())
