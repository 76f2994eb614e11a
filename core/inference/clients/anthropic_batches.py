"""Anthropic's message batches.

Source: Anthropic, "Batch processing", and the API reference of message batches.
"""

import json
from typing import Any, BinaryIO

from core.inference.clients.anthropic_messages import AnthropicClient
from core.inference.clients.batch_client import BatchIntent, BatchState, validate_id
from core.inference.clients.errors import make_error_excerpt, normalise_errors
from core.inference.clients.model_client import ModelRequest


class AnthropicBatches:
    """Batches by `POST {base_url}/v1/messages/batches`; a batch has no field for a mark."""

    marks = False

    def __init__(self, client: AnthropicClient) -> None:
        self._client, self._batches = client, client.sdk.messages.batches

    def build_line(self, name: str, request: ModelRequest) -> dict[str, Any]:
        """Build a request of a batch."""
        return {"custom_id": name, "params": self._client.build_body(request)}

    async def submit(self, lines: BinaryIO, intent: BatchIntent) -> str:  # noqa: ARG002 - a batch has no field for a mark
        """Send all requests in one call."""
        requests: Any = [json.loads(line) for line in lines]
        async with self._translate_errors():
            return validate_id((await self._batches.create(requests=requests)).id, self._client.key)

    async def find(self, intent: BatchIntent) -> list[str]:
        """List the ids of later batches with as many requests; only their results show to which run they belong."""
        found = []
        async with self._translate_errors():
            async for batch in self._batches.list(limit=100):
                if batch.created_at < intent.since:
                    break  # newest first
                if sum(batch.request_counts.to_dict().values()) == intent.requests:  # type: ignore[arg-type]
                    found.append(validate_id(batch.id, self._client.key))
        return found[::-1]

    async def state(self, batch_id: str) -> BatchState:
        """Return the state of a batch; its counts change only once the whole batch has ended."""
        async with self._translate_errors():
            batch = await self._batches.retrieve(batch_id)
            return BatchState(
                status=make_error_excerpt(str(batch.processing_status), self._client.key),
                has_ended=batch.processing_status == "ended",
                reason=""
                if batch.processing_status != "ended" or batch.results_url
                else "its results are no longer available",
                results=(batch_id,) if batch.results_url else (),
            )

    async def fetch(self, state: BatchState, file: BinaryIO) -> None:
        """Write the results."""
        for name in state.results:
            async with self._translate_errors(), self._batches.with_streaming_response.results(name) as response:
                async for piece in response.iter_bytes():
                    file.write(piece)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _translate_errors(self) -> Any:  # noqa: ANN401 - a context manager of the standard library
        return normalise_errors(self._client.who, self._client.key)
