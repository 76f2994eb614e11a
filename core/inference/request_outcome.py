"""The outcome of a request to a model: status, text, tokens and time."""

from dataclasses import dataclass

from core.formatting import to_single_line
from core.inference.prices import ModelPrice
from core.records import Reply, ReplyStatus


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """The outcome of a request; a `Reply` without run and case."""

    status: ReplyStatus
    raw: str | None
    error: str | None = None
    latency_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    api_model: str | None = None

    def as_reply(self, run_id: str, case_id: str) -> Reply:
        """Return the outcome as the reply of a run to a case."""
        tokens = (self.input_tokens, self.output_tokens)
        return Reply(run_id, case_id, self.raw, self.status, self.error, self.latency_s, *tokens, self.api_model)


def format_outcome(outcome: RequestOutcome, price: ModelPrice | None) -> str:
    """Format the status, time, tokens and cost of an outcome in one line, as far as they are known."""
    parts = [outcome.status.replace("_", " ") + (f" ({to_single_line(outcome.error)})" if outcome.error else "")]
    if outcome.latency_s is not None:
        parts.append(f"{outcome.latency_s:.1f} s")
    if outcome.input_tokens is not None and outcome.output_tokens is not None:
        parts.append(f"{outcome.input_tokens} input tokens, {outcome.output_tokens} output tokens")
        if price is not None:
            parts.append(f"{price.compute_cost_usd(outcome.input_tokens, outcome.output_tokens):.4f} USD")
    return ", ".join(parts)
