"""A client for chat completions: OpenAI, Fireworks, OpenRouter, and any vLLM, Ollama, LM Studio or llama.cpp."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any, Literal

import httpx  # noqa: F401 - the library checks per response whether it is loaded, and could find it half-imported
import httpx2
from openai import NOT_GIVEN, AsyncOpenAI

from core.errors import CallError
from core.importers.formats.batch_answers import REASONING_FIELDS, parse_chat_completion
from core.importers.formats.finish_reasons import describe_interruption, parse_finish_reason
from core.inference.clients.errors import make_error_excerpt, normalise_errors
from core.inference.clients.model_client import EndingStatus, ModelRequest, OnText, ReplyEnd, build_messages
from core.inference.clients.whole_replies import parse_whole_reply, take_whole_reply

TokenLimit = Literal["max_completion_tokens", "max_tokens"]
"""Name of the limit of output tokens: OpenAI has renamed it, most others have not."""


class OpenAICompatibleClient:
    """A client for `POST {base_url}/chat/completions`, streaming by default."""

    def __init__(
        self,
        who: str,
        model: str,
        base_url: str,
        key: str | None,
        token_limit: TokenLimit,
        http: httpx2.AsyncClient,
        *,
        is_streaming: bool = True,
    ) -> None:
        self.who, self.key = who, key
        self._model, self._token_limit, self._is_streaming = model, token_limit, is_streaming
        # By default the library sends OpenAI's organization from the environment to every server.
        self.sdk = AsyncOpenAI(
            api_key=key or "none",
            base_url=base_url,
            http_client=http,
            timeout=http.timeout,
            max_retries=0,
            organization="",
            project="",
        )

    def build_body(self, request: ModelRequest) -> dict[str, Any]:
        """Build a body with images and prompt as one user message, after those of solved examples."""
        messages = build_messages(request, _build_content)
        limit: dict[str, Any] = {self._token_limit: request.max_output_tokens} if request.max_output_tokens else {}
        return {"model": self._model, "messages": messages, **limit, **request.options}

    async def ask(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        """Send the request and hand over its reply, as it streams in or whole."""
        body = self.build_body(request)
        typed: Any = {name: body.pop(name) for name in ("model", "messages")}
        if not self._is_streaming:
            async with normalise_errors(self.who, self.key):
                whole = await self.sdk.chat.completions.with_raw_response.create(
                    **typed, stream=False, extra_body=body, timeout=NOT_GIVEN
                )
                return take_whole_reply(
                    parse_chat_completion(parse_whole_reply(whole.text))[0], self.who, self.key, on_text
                )
        finish: object = None
        refusal = ""
        reasoning_characters = 0
        usage: Any = None
        api_model = None
        async with normalise_errors(self.who, self.key):
            stream = await self.sdk.chat.completions.create(
                **typed, stream=True, stream_options={"include_usage": True}, extra_body=body, timeout=NOT_GIVEN
            )
            async with stream:
                async for chunk in stream:
                    usage = chunk.usage or usage
                    api_model = chunk.model or api_model
                    for choice in chunk.choices or []:
                        finish = getattr(choice, "finish_reason", None) or finish
                        delta = getattr(choice, "delta", None)  # Azure's last events have none
                        if content := getattr(delta, "content", None):
                            on_text(content)
                        if refused := getattr(delta, "refusal", None):
                            refusal += refused
                            on_text(refused)
                        reasoning_characters += _count_reasoning_characters(delta)
        if not finish:
            raise CallError(f"{self.who} closed the stream too early", is_temporary=True, may_be_billed=True)
        if parse_finish_reason(str(finish)) == "failed":
            failure = f"{self.who} ended the reply early: {describe_interruption(make_error_excerpt(finish, self.key))}"
            raise CallError(failure, is_temporary=True, may_be_billed=True)
        status, reason = _parse_status(finish, refusal)
        return ReplyEnd(
            status,
            reason,
            input_tokens=getattr(usage, "prompt_tokens", None),
            output_tokens=getattr(usage, "completion_tokens", None),
            api_model=api_model,
            reasoning_characters=reasoning_characters,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self.sdk.close()


def _build_content(jpegs: Sequence[bytes], prompt: str) -> list[dict[str, Any]]:
    urls = [f"data:image/jpeg;base64,{b64encode(jpeg).decode()}" for jpeg in jpegs]
    return [*({"type": "image_url", "image_url": {"url": url}} for url in urls), {"type": "text", "text": prompt}]


def _count_reasoning_characters(delta: object) -> int:
    """Return the number of reasoning characters in a piece, which servers send beside its content."""
    texts = (getattr(delta, name, None) for name in REASONING_FIELDS)
    return len(next((text for text in texts if isinstance(text, str)), ""))


def _parse_status(finish: object, refusal: str) -> tuple[EndingStatus, str | None]:
    """Return status and reason; a reason that changes no status becomes the note of a whole reply."""
    ended = parse_finish_reason(str(finish))
    if ended == "filtered":
        return "filtered", str(finish)
    if refusal:
        return "refused", "the reply is a refusal"
    if ended == "cut":
        return "cut", f"limit of output tokens ({finish})"
    return "ok", None if finish == "stop" else str(finish)
