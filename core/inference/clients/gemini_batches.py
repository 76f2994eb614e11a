"""Google's batches for Gemini.

Source: Google, "Batch API" and "Files API".
"""

from typing import Any, BinaryIO

from core.inference.clients.batch_client import BatchIntent, BatchState, validate_id
from core.inference.clients.errors import make_error_excerpt, normalise_errors
from core.inference.clients.gemini import GeminiClient
from core.inference.clients.model_client import ModelRequest

ENDED = ("SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED", "PARTIALLY_SUCCEEDED")
_PREFIX = "JOB_STATE_"


class GeminiBatches:
    """Batches by `POST {base_url}/v1beta/models/{model}:batchGenerateContent`, from a file of requests.

    The library tries each chunk of an upload three times, which costs only a few seconds.
    """

    marks = True

    def __init__(self, client: GeminiClient) -> None:
        self._client, self._aio = client, client.sdk.aio

    def build_line(self, name: str, request: ModelRequest) -> dict[str, Any]:
        """Build a request as a line of an input file."""
        return {"key": name, "request": self._client.build_body(request)}

    async def submit(self, lines: BinaryIO, intent: BatchIntent) -> str:
        """Upload the file, then start the batch."""
        source: Any = lines
        name, key = intent.mark, self._client.key
        async with self._translate_errors():
            file = await self._aio.files.upload(file=source, config={"mime_type": "jsonl", "display_name": name})
            batch = await self._aio.batches.create(
                model=self._client.model, src=validate_id(file.name, key), config={"display_name": name}
            )
            return validate_id(batch.name, self._client.key)

    async def find(self, intent: BatchIntent) -> list[str]:
        """List the ids of the batches with this mark as their name."""
        async with self._translate_errors():
            return [
                validate_id(batch.name, self._client.key)
                async for batch in await self._aio.batches.list(config={"page_size": 100})
                if batch.display_name == intent.mark
            ]

    async def state(self, batch_id: str) -> BatchState:
        """Return the state of a batch; the library provides neither counts nor the reason of a failure."""
        async with self._translate_errors():
            batch = await self._aio.batches.get(name=batch_id)
            status = (batch.state.value if batch.state else "").removeprefix(_PREFIX)
            results = batch.dest.file_name if batch.dest else None
            return BatchState(
                status=make_error_excerpt(status.lower(), self._client.key),
                has_ended=status in ENDED,
                reason=make_error_excerpt((batch.error.message or "") if batch.error else "", self._client.key),
                results=(validate_id(results, self._client.key),) if results else (),
            )

    async def fetch(self, state: BatchState, file: BinaryIO) -> None:
        """Write the results."""
        target: Any = file
        for name in state.results:
            async with self._translate_errors():
                await self._aio.files.download(file=name, destination=target)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _translate_errors(self) -> Any:  # noqa: ANN401 - a context manager of the standard library
        return normalise_errors(self._client.who, self._client.key)
