"""Prices of models, from a small dated table that the user can extend, and the cost of tokens."""

import csv
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from core.errors import PriceError

PRICES = Path(__file__).parent / "prices.csv"
CHARACTERS_PER_TOKEN = 4
"""Typical ratio for English text; lower in the worst case."""

FEWEST_CHARACTERS_PER_TOKEN = 2
PIXELS_PER_IMAGE_TOKEN = 750
"""Ratio for models that the table lacks. Source: Anthropic, "Vision"; other vendors are of the same order."""

SHORTEST_REPLY_TOKENS = 100
"""Tokens of the JSON object alone, without reasoning."""

_Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=1, le=10_000_000)]


class ModelPrice(BaseModel):
    """The price of one model, as of a month.

    Attributes:
        max_output_tokens: length of the longest reply that the API returns without a limit.
        max_image_tokens: maximum token count of an image of at most 2048 pixels per side.
    """

    model: str
    input_usd_per_million: _Amount
    output_usd_per_million: _Amount
    max_output_tokens: _Count
    max_image_tokens: _Count
    as_of: str
    source: str

    def compute_cost_usd(self, input_tokens: float, output_tokens: float) -> float:
        """Compute the cost of these tokens in US dollars."""
        return (input_tokens * self.input_usd_per_million + output_tokens * self.output_usd_per_million) / 1e6

    def scale(self, share: float) -> "ModelPrice":
        """Return the price multiplied by a share, as charged for batches."""
        return self.model_copy(
            update={
                "input_usd_per_million": share * self.input_usd_per_million,
                "output_usd_per_million": share * self.output_usd_per_million,
            }
        )

    def compute_max_cost_usd(self, text: str, max_output_tokens: int | None, n_images: int = 1) -> float:
        """Compute the highest possible cost of one request: the largest images, the densest text, the longest reply."""
        text_tokens = len(text) / FEWEST_CHARACTERS_PER_TOKEN + 100
        longest = min(max_output_tokens or self.max_output_tokens, self.max_output_tokens)
        return self.compute_cost_usd(n_images * self.max_image_tokens + text_tokens, longest)


def find_price(model_id: str, data_folder: Path) -> ModelPrice | None:
    """Return the price of a model from `prices.csv` in the data folder or the built-in table; None if unknown.

    Raises:
        PriceError: the table in the data folder cannot be read; the message names the row.
    """
    own = data_folder / "prices.csv"
    return (_read(own).get(model_id) if own.is_file() else None) or _load_builtin_prices().get(model_id)


@cache
def _load_builtin_prices() -> dict[str, ModelPrice]:
    return _read(PRICES)


def _read(path: Path) -> dict[str, ModelPrice]:
    number = 0
    prices = {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            for row in csv.DictReader(file):
                number += 1
                price = ModelPrice.model_validate(row)
                prices[price.model] = price
    except ValidationError as error:
        first = error.errors()[0]
        column = ".".join(str(part) for part in first["loc"])
        raise PriceError(f"{path}, row {number}, column {column}: {first['msg']}") from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise PriceError(f"{path} cannot be read: {error}") from error
    return prices


def list_priced_models(provider: str, data_folder: Path) -> list[str]:
    """List the names of a provider's models that have a price, as suggestions; other models can be asked too.

    Raises:
        PriceError: the table in the data folder cannot be read.
    """
    own = data_folder / "prices.csv"
    models = dict.fromkeys([*_load_builtin_prices(), *(_read(own) if own.is_file() else ())])
    return [model.partition(":")[2] for model in models if model.partition(":")[0] == provider]
