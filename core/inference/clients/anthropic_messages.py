"""A client for Anthropic's Messages API."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

import httpx2
from anthropic import AsyncAnthropic

from core.errors import CallError
from core.importers.formats.batch_answers import parse_anthropic_message
from core.importers.formats.finish_reasons import ANTHROPIC_ENDS
from core.inference.clients.errors import normalise_errors
from core.inference.clients.model_client import EndingStatus, ModelRequest, OnText, ReplyEnd, build_messages
from core.inference.clients.whole_replies import parse_whole_reply, take_whole_reply

DEFAULT_MAX_OUTPUT_TOKENS = 8192
"""Limit that this API requires. Six short answers need a hundred tokens; every vision model allows this many."""

USUAL = ("end_turn", "stop_sequence")
"""Reasons to stop that need no note."""


class AnthropicClient:
    """A client for `POST {base_url}/v1/messages`, streaming by default."""

    def __init__(
        self, who: str, model: str, base_url: str, key: str, http: httpx2.AsyncClient, *, is_streaming: bool = True
    ) -> None:
        self.who, self.key, self._model, self._is_streaming = who, key, model, is_streaming
        self.sdk = AsyncAnthropic(api_key=key, base_url=base_url, http_client=http, timeout=http.timeout, max_retries=0)

    def build_body(self, request: ModelRequest) -> dict[str, Any]:
        """Build a body with images and prompt as one user message, after those of solved examples."""
        messages = build_messages(request, _build_content)
        max_tokens = request.max_output_tokens or DEFAULT_MAX_OUTPUT_TOKENS
        return {"model": self._model, "max_tokens": max_tokens, "messages": messages, **request.options}

    async def ask(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        """Send the request and pass on its reply, as it streams in or whole."""
        body = self.build_body(request)
        typed: Any = {name: body.pop(name) for name in ("model", "max_tokens", "messages")}
        if not self._is_streaming:
            async with normalise_errors(self.who, self.key):
                whole = await self.sdk.messages.with_raw_response.create(**typed, stream=False, extra_body=body)
                return take_whole_reply(
                    parse_anthropic_message(parse_whole_reply(await whole.text())), self.who, self.key, on_text
                )
        reasoning_characters = 0
        stop: object = None
        api_model = None
        input_tokens = output_tokens = None
        is_whole = False
        async with normalise_errors(self.who, self.key):
            stream = await self.sdk.messages.create(**typed, stream=True, extra_body=body)
            async with stream:
                async for event in stream:
                    if event.type == "message_start":
                        api_model, usage = event.message.model, event.message.usage
                        input_tokens = usage.input_tokens
                    elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                        on_text(event.delta.text)
                    elif event.type == "content_block_delta" and event.delta.type == "thinking_delta":
                        reasoning_characters += len(event.delta.thinking)
                    elif event.type == "message_delta":
                        stop, output_tokens = event.delta.stop_reason or stop, event.usage.output_tokens
                    elif event.type == "message_stop":
                        is_whole = True
        if not is_whole:
            raise CallError(f"{self.who} closed the stream too early", is_temporary=True, may_be_billed=True)
        ended = ANTHROPIC_ENDS.get(str(stop))
        status: EndingStatus = ended if ended in ("cut", "refused") else "ok"
        reason = None if stop is None or stop in USUAL else str(stop)
        return ReplyEnd(status, reason, input_tokens, output_tokens, api_model, reasoning_characters)

    async def close(self) -> None:
        """Close the connections."""
        await self.sdk.close()


def _build_content(jpegs: Sequence[bytes], prompt: str) -> list[dict[str, Any]]:
    sources = [{"type": "base64", "media_type": "image/jpeg", "data": b64encode(jpeg).decode()} for jpeg in jpegs]
    return [*({"type": "image", "source": source} for source in sources), {"type": "text", "text": prompt}]
