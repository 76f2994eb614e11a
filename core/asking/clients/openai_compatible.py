"""OpenAI's chat completions: OpenAI itself, Fireworks, OpenRouter, and any vLLM, Ollama, LM Studio or llama.cpp."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any, Literal

import httpx  # noqa: F401 - the library looks at each response whether it is there, and may else find half of it
import httpx2
from openai import NOT_GIVEN, AsyncOpenAI

from core.asking.clients.failures import one_kind_of_error
from core.asking.clients.protocol import Ending, EndingStatus, OnText, Request
from core.errors import CallError

TokenLimit = Literal["max_completion_tokens", "max_tokens"]
"""The name of the limit of output tokens: OpenAI has renamed it, most others have not."""


class OpenAICompatibleClient:
    """Asks by `POST {base_url}/chat/completions`, streaming."""

    def __init__(
        self, who: str, model: str, base_url: str, key: str | None, token_limit: TokenLimit, http: httpx2.AsyncClient
    ) -> None:
        self.who, self.key = who, key
        self._model, self._token_limit = model, token_limit
        # By default the library sends OpenAI's organization from the environment to any address.
        self.sdk = AsyncOpenAI(
            api_key=key or "none",
            base_url=base_url,
            http_client=http,
            timeout=http.timeout,
            max_retries=0,
            organization="",
            project="",
        )

    def body(self, request: Request) -> dict[str, Any]:
        """The pictures and the prompt as one message of the user, after those of solved examples."""
        messages: list[dict[str, Any]] = []
        for shot in request.shots:
            messages.append({"role": "user", "content": _content(shot.jpegs, shot.prompt)})
            messages.append({"role": "assistant", "content": shot.reply})
        messages.append({"role": "user", "content": _content(request.jpegs, request.prompt)})
        limit: dict[str, Any] = {self._token_limit: request.max_output_tokens} if request.max_output_tokens else {}
        return {"model": self._model, "messages": messages, **limit}

    async def ask(self, request: Request, on_text: OnText) -> Ending:
        """Sends the request and hands over its reply as it streams in."""
        body: Any = self.body(request)
        finish: object = None
        refusal = ""
        usage: Any = None
        api_model = None
        async with one_kind_of_error(self.who, self.key):
            stream = await self.sdk.chat.completions.create(
                **body, stream=True, stream_options={"include_usage": True}, timeout=NOT_GIVEN
            )
            async with stream:
                async for chunk in stream:
                    usage = chunk.usage or usage
                    api_model = chunk.model or api_model
                    for choice in chunk.choices or []:
                        finish = choice.finish_reason or finish
                        if choice.delta.content:
                            on_text(choice.delta.content)
                        if choice.delta.refusal:
                            refusal += choice.delta.refusal
                            on_text(choice.delta.refusal)
        if not finish:
            raise CallError(f"{self.who} closed the stream too early", is_temporary=True, may_be_billed=True)
        status, reason = _status(finish, refusal)
        return Ending(
            status,
            reason,
            input_tokens=getattr(usage, "prompt_tokens", None),
            output_tokens=getattr(usage, "completion_tokens", None),
            api_model=api_model,
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self.sdk.close()


def _content(jpegs: Sequence[bytes], prompt: str) -> list[dict[str, Any]]:
    urls = [f"data:image/jpeg;base64,{b64encode(jpeg).decode()}" for jpeg in jpegs]
    return [*({"type": "image_url", "image_url": {"url": url}} for url in urls), {"type": "text", "text": prompt}]


def _status(finish: object, refusal: str) -> tuple[EndingStatus, str | None]:
    """Status and reason; any other reason than the usual one is the note of a whole reply, as a call of a tool is.

    Source: OpenAI, "The chat completion chunk object", `finish_reason`.
    """
    if finish == "content_filter":
        return "filtered", str(finish)
    if refusal:
        return "refused", "the reply is a refusal"
    if finish == "length":
        return "cut", "limit of output tokens (length)"
    return "ok", None if finish == "stop" else str(finish)
