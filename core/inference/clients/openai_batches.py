"""OpenAI's batches: OpenAI itself, and any other server that has `/v1/files` and `/v1/batches`.

Source: OpenAI, "Batch API", and the API reference of files and batches.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, BinaryIO

from core.errors import CallError
from core.inference.clients.batch_client import BatchIntent, BatchState, validate_id
from core.inference.clients.errors import make_error_excerpt, normalise_errors
from core.inference.clients.model_client import ModelRequest
from core.inference.clients.openai_compatible import OpenAICompatibleClient

MARK = "trilens"
"""Key of the mark in a batch's metadata."""

ENDED = ("completed", "failed", "expired", "cancelled")
WITHOUT_BATCHES = (404, 405, 501)
"""Not found, not allowed, not implemented: statuses of servers without the interface."""


class OpenAIBatches:
    """Batches of chat completions by `POST {base_url}/files` and `POST {base_url}/batches`."""

    marks = True

    def __init__(self, client: OpenAICompatibleClient) -> None:
        self._client, self._sdk = client, client.sdk

    def build_line(self, name: str, request: ModelRequest) -> dict[str, Any]:
        """Build a request as a line of an input file."""
        return {
            "custom_id": name,
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": self._client.build_body(request),
        }

    async def submit(self, lines: BinaryIO, intent: BatchIntent) -> str:
        """Upload the file, then start the batch."""
        async with self._translate_errors("accept a batch"):
            file = await self._sdk.files.create(file=(f"{intent.mark}.jsonl", lines), purpose="batch")
            batch = await self._sdk.batches.create(
                input_file_id=validate_id(file.id, self._client.key),
                endpoint="/v1/chat/completions",
                completion_window="24h",
                metadata={MARK: intent.mark},
            )
            return validate_id(batch.id, self._client.key)

    async def find(self, intent: BatchIntent) -> list[str]:
        """List the ids of later batches with this mark."""
        found = []
        async with self._translate_errors("list its batches"):
            async for batch in self._sdk.batches.list(limit=100):
                if batch.created_at < intent.since.timestamp():
                    break  # newest first
                if (batch.metadata or {}).get(MARK) == intent.mark:
                    found.append(validate_id(batch.id, self._client.key))
        return found

    async def state(self, batch_id: str) -> BatchState:
        """Return the state of a batch."""
        async with self._translate_errors(f"report the state of batch {batch_id}"):
            batch = await self._sdk.batches.retrieve(batch_id)
            counts, errors = batch.request_counts, (batch.errors.data or []) if batch.errors else []
            files = [name for name in (batch.output_file_id, batch.error_file_id) if name]
            return BatchState(
                status=make_error_excerpt(str(batch.status), self._client.key),
                has_ended=batch.status in ENDED,
                answered=counts.completed + counts.failed if counts else None,
                reason=make_error_excerpt(
                    "; ".join(error.message or error.code or "" for error in errors), self._client.key
                ),
                results=tuple(validate_id(name, self._client.key) for name in files),
            )

    async def fetch(self, state: BatchState, file: BinaryIO) -> None:
        """Write the output file, then the error file."""
        for name in state.results:
            async with (
                self._translate_errors("send its results"),
                self._sdk.files.with_streaming_response.content(name) as response,
            ):
                async for piece in response.iter_bytes():
                    file.write(piece)
            file.write(b"\n")

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    @asynccontextmanager
    async def _translate_errors(self, what: str) -> AsyncIterator[None]:
        """Convert errors of the library to ours; explain the error if the server seems to lack the interface."""
        try:
            async with normalise_errors(self._client.who, self._client.key):
                yield
        except CallError as error:
            if error.status not in WITHOUT_BATCHES:
                raise
            raise CallError(
                f"{error}. It does not {what}: it may lack /files and /batches, or may have lost their content. "
                "Without --batch, the same command sends separate requests",
                is_fatal=True,
                status=error.status,
            ) from None
