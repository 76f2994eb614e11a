"""The options of a run."""

from dataclasses import dataclass

from core.inference.prompts import Prompt
from core.records import NO_IMAGE, ORIGINAL_VIEW
from core.runs.request_options import NO_OPTIONS, RequestOptions


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run.

    Attributes:
        n_frames: number of frames of a video that are sent; None for all.
    """

    prompt: Prompt
    image_view: str = ORIGINAL_VIEW
    cases: str = ""
    limit: int | None = None
    repeat: int = 1
    max_output_tokens: int | None = None
    examples: int = 0
    n_frames: int | None = None
    max_cost_usd: float | None = None
    concurrency: int = 4
    in_batches: bool = False
    is_adaptive: bool = False
    extra: RequestOptions = NO_OPTIONS

    @property
    def token_limit(self) -> int | None:
        """The limit of output tokens, from its option or from the request options."""
        return self.max_output_tokens or self.extra.max_output_tokens

    @property
    def sent_frames(self) -> int | None:
        """The number of frames that are sent; None for all, and if no image is sent at all."""
        return None if self.image_view == NO_IMAGE else self.n_frames
