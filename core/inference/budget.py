"""A spending limit in US dollars that no request can exceed: its highest possible cost is reserved beforehand."""

import asyncio
import sys

from core.errors import BudgetError
from core.inference.prices import ModelPrice


class Budget:
    """A cost meter for `ask`, used within one event loop.

    Attributes:
        spent_usd: the known costs, plus the highest possible cost of each request whose cost is unknown.
    """

    def __init__(self, limit_usd: float, price: ModelPrice, most_usd: float, spent_usd: float = 0.0) -> None:
        """Start with earlier costs; `most_usd` is the highest possible cost of one request."""
        self.limit_usd, self.spent_usd = limit_usd, spent_usd
        self._price, self._most_usd = price, most_usd
        self._under_way = 0
        self._settled = asyncio.Event()

    async def reserve_cost(self) -> None:
        """Reserve the highest possible cost of a request; wait while pending requests may still leave enough.

        Raises:
            BudgetError: the request could exceed the limit even if the pending ones cost nothing.
        """
        while self.spent_usd + (self._under_way + 1) * self._most_usd > self.limit_usd:
            if not self._under_way:
                raise self.build_error()
            self._settled.clear()
            await self._settled.wait()
        self._under_way += 1

    def count_affordable_requests(self, under_way: int) -> int:
        """Return how many more requests the limit allows beside those under way, each at its highest possible cost."""
        left_usd = self.limit_usd - self.spent_usd - under_way * self._most_usd
        return max(int(left_usd / self._most_usd), 0) if self._most_usd else sys.maxsize

    def build_error(self) -> BudgetError:
        """Return the error that explains why no further request is sent."""
        return BudgetError(
            f"The next request could cost up to {self._most_usd:.4f} USD and exceed the limit of "
            f"{self.limit_usd:g} USD; {self.spent_usd:.4f} USD are spent. Raise the limit, or lower the cost of a "
            "request with a limit of output tokens."
        )

    def record_cost(self, input_tokens: int | None, output_tokens: int | None, *, may_be_billed: bool) -> None:
        """Add the cost of a request; its highest possible cost if the tokens are unknown."""
        self._under_way -= 1
        if input_tokens is not None and output_tokens is not None:
            self.spent_usd += self._price.compute_cost_usd(input_tokens, output_tokens)
        elif may_be_billed:
            self.spent_usd += self._most_usd
        self._settled.set()
