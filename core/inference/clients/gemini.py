"""A client for Google's Gemini API."""

import asyncio
import warnings
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, cast

import httpx2
from google import genai
from google.genai import types

from core.errors import CallError
from core.importers.formats.batch_answers import parse_gemini_response
from core.importers.formats.finish_reasons import GEMINI_ENDS, describe_interruption
from core.inference.clients.errors import make_error_excerpt, normalise_errors
from core.inference.clients.model_client import EndingStatus, ModelRequest, OnText, ReplyEnd
from core.inference.clients.whole_replies import take_whole_reply

API_VERSION = "v1beta"
"""API version with the preview models; the library's default is `v1`."""

USUAL = "STOP"

GENERATION_CONFIG = "generationConfig"

# Do not warn about finish reasons that the library does not know yet: the reply's note states them.
warnings.filterwarnings("ignore", message=".* is not a valid ", module=r"google\.genai\._common")


class GeminiClient:
    """A client for `POST {base_url}/v1beta/models/{model}:streamGenerateContent`, or `:generateContent` unstreamed."""

    def __init__(
        self,
        who: str,
        model: str,
        base_url: str,
        key: str,
        http: httpx2.AsyncClient,
        *,
        idle_s: float,
        total_s: float,
        is_streaming: bool = True,
    ) -> None:
        self.who, self.key, self.model, self._http, self._is_streaming = who, key, model, http, is_streaming
        options = types.HttpOptions(
            base_url=base_url,
            api_version=API_VERSION,
            httpx_async_client=http,
            timeout=round(1000 * idle_s),
            # By default the library asks the server to stop after `idle_s`.
            headers={"X-Server-Timeout": str(round(total_s))},
        )
        self.sdk = genai.Client(api_key=key, vertexai=False, http_options=options)

    def build_body(self, request: ModelRequest) -> dict[str, Any]:
        """Build the request as the API accepts it, for a line of a batch."""
        contents = [
            content.model_dump(mode="json", by_alias=True, exclude_none=True) for content in _build_contents(request)
        ]
        options = _arrange_options(request.options)
        config = {"maxOutputTokens": request.max_output_tokens} if request.max_output_tokens else {}
        config |= options.pop(GENERATION_CONFIG, {})
        return {"contents": contents} | ({GENERATION_CONFIG: config} if config else {}) | options

    async def ask(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        """Send the request and pass on its reply as it streams in.

        An abandoned reply ends at the library's next await: if it were left between two pieces, the library's
        generators would be closed in arbitrary order and raise errors.
        """
        given_up: list[CallError] = []

        def take(text: str) -> None:
            if given_up:
                return
            try:
                on_text(text)
            except CallError as error:
                given_up.append(error)
                reading.cancel()

        reading = asyncio.create_task(self._read(request, take))
        try:
            ending = await reading
        except asyncio.CancelledError:
            asked = asyncio.current_task()
            if not given_up or (asked is not None and asked.cancelling()):
                raise
        if given_up:
            raise given_up[0]
        return ending

    async def _read(self, request: ModelRequest, on_text: OnText) -> ReplyEnd:
        contents: Any = _build_contents(request)
        config = types.GenerateContentConfig(
            max_output_tokens=request.max_output_tokens,
            http_options=types.HttpOptions(extra_body=_arrange_options(request.options)) if request.options else None,
        )
        if not self._is_streaming:
            async with normalise_errors(self.who, self.key):
                whole = await self.sdk.aio.models.generate_content(model=self.model, contents=contents, config=config)
                answer = parse_gemini_response(whole.model_dump(mode="json", by_alias=True, exclude_none=True))
                return take_whole_reply(answer, self.who, self.key, on_text)
        finish = blocked = api_model = None
        reasoning_characters = 0
        usage: Any = None
        async with normalise_errors(self.who, self.key):
            stream = await self.sdk.aio.models.generate_content_stream(
                model=self.model, contents=contents, config=config
            )
            async with aclosing(cast("AsyncGenerator[types.GenerateContentResponse, None]", stream)) as chunks:
                async for chunk in chunks:
                    usage = chunk.usage_metadata or usage
                    api_model = chunk.model_version or api_model
                    if chunk.prompt_feedback and chunk.prompt_feedback.block_reason:
                        blocked = chunk.prompt_feedback.block_reason.value
                    for candidate in (chunk.candidates or [])[:1]:
                        finish = candidate.finish_reason.value if candidate.finish_reason else finish
                        for part in (candidate.content.parts or []) if candidate.content else []:
                            if part.text and part.thought:
                                reasoning_characters += len(part.text)
                            elif part.text:
                                on_text(part.text)
        if not (blocked or finish):
            raise CallError(f"{self.who} closed the stream too early", is_temporary=True, may_be_billed=True)
        ended = "filtered" if blocked else GEMINI_ENDS.get(finish or "")
        if ended == "failed":
            failure = f"{self.who} ended the reply early: {describe_interruption(make_error_excerpt(finish, self.key))}"
            raise CallError(failure, is_temporary=True, may_be_billed=True)
        status: EndingStatus = ended or "ok"
        reason = None if finish == USUAL else blocked or finish
        return ReplyEnd(status, reason, *_count_tokens(usage), api_model, reasoning_characters)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()


def _arrange_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Arrange options as Google's API expects them: temperature, seed and similar ones inside `generationConfig`."""
    known = {name: field.alias or name for name, field in types.GenerationConfig.model_fields.items()}
    known |= {alias: alias for alias in known.values()}
    placed: dict[str, Any] = {}
    config: dict[str, Any] = {}
    for name, value in options.items():
        if name in (GENERATION_CONFIG, "generation_config"):
            config |= value
        elif name in known:
            config[known[name]] = value
        else:
            placed[name] = value
    return placed | ({GENERATION_CONFIG: config} if config else {})


def _count_tokens(usage: types.GenerateContentResponseUsageMetadata | None) -> tuple[int | None, int | None]:
    """Return input and output tokens; thoughts are billed as output but counted separately."""
    if usage is None:
        return None, None
    return usage.prompt_token_count, (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)


def _build_contents(request: ModelRequest) -> list[types.Content]:
    """Build images and prompt as one user message, after those of solved examples."""
    contents = []
    for shot in request.shots:
        contents.append(types.Content(role="user", parts=_build_parts(shot.jpegs, shot.prompt)))
        contents.append(types.Content(role="model", parts=[types.Part.from_text(text=shot.reply)]))
    return [*contents, types.Content(role="user", parts=_build_parts(request.jpegs, request.prompt))]


def _build_parts(jpegs: Sequence[bytes], prompt: str) -> list[types.Part]:
    pictures = [types.Part.from_bytes(data=jpeg, mime_type="image/jpeg") for jpeg in jpegs]
    return [*pictures, types.Part.from_text(text=prompt)]
