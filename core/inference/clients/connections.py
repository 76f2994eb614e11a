"""Connections to a provider: the client for single calls and the one for batches."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from core.errors import ModelNameError
from core.formatting import to_single_line
from core.inference.clients.batch_client import BatchClient
from core.inference.clients.model_client import ModelClient

if TYPE_CHECKING:
    from ssl import SSLContext

    from httpx2 import AsyncClient, Response

    from core.inference.clients.anthropic_messages import AnthropicClient
    from core.inference.clients.gemini import GeminiClient
    from core.inference.clients.openai_compatible import OpenAICompatibleClient

    Bounds = Callable[[str, str | None], Callable[[Response], Awaitable[None]]]
from core.inference.clients.providers import PROVIDERS, Endpoint


def connect(target: Endpoint, *, is_streaming: bool = True) -> ModelClient:
    """Connect to an endpoint. Only the library of its vendor is imported, since each takes a second to import.

    Without streaming, a reply arrives whole, and only the time limit of the whole reply limits the wait for it.

    Raises:
        ModelNameError: the solver is unknown, or the address cannot be called.
    """
    if target.provider.library is None:
        from core.inference.clients.solver import SolverClient

        return SolverClient(target.model_name)

    from core.inference.clients.bounded_body import make_batch_bounds_hook, make_bounds_hook

    bounds = make_bounds_hook if is_streaming else make_batch_bounds_hook
    if not is_streaming:
        target = replace(target, limits=replace(target.limits, idle_timeout_s=target.limits.timeout_s))
    if target.provider.library == "google-genai":
        return _connect_gemini(target, bounds, is_streaming=is_streaming)
    if target.provider.library == "anthropic":
        return _connect_anthropic(target, bounds, is_streaming=is_streaming)
    return _connect_openai(target, bounds, is_streaming=is_streaming)


def connect_batches(target: Endpoint) -> BatchClient:
    """Connect to the batches of an endpoint.

    Raises:
        ModelNameError: the provider's batches are not supported, or the address cannot be called.
    """
    check_has_batches(target)
    from core.inference.clients.bounded_body import make_batch_bounds_hook

    if target.provider.library == "google-genai":
        from core.inference.clients.gemini_batches import GeminiBatches

        return GeminiBatches(_connect_gemini(target, make_batch_bounds_hook))
    if target.provider.library == "anthropic":
        from core.inference.clients.anthropic_batches import AnthropicBatches

        return AnthropicBatches(_connect_anthropic(target, make_batch_bounds_hook))
    from core.inference.clients.openai_batches import OpenAIBatches

    return OpenAIBatches(_connect_openai(target, make_batch_bounds_hook))


def check_has_batches(target: Endpoint) -> None:
    """Reject a provider without supported batches.

    Raises:
        ModelNameError: batches are not supported.
    """
    if target.provider.batch_share is None:
        able = ", ".join(provider.name for provider in PROVIDERS.values() if provider.batch_share is not None)
        raise ModelNameError(
            f"{target.model.model_id} cannot be asked in batches; these providers can: {able}. Omit --batch."
        )


def _connect_gemini(target: Endpoint, bounds: "Bounds", *, is_streaming: bool = True) -> "GeminiClient":
    from core.inference.clients.gemini import GeminiClient

    who, url, http = target.provider.title, target.base_url or "", _make_http_client(target, bounds)
    times = {"idle_s": target.limits.idle_timeout_s, "total_s": target.limits.timeout_s}
    return GeminiClient(who, target.model_name, url, target.key or "", http, **times, is_streaming=is_streaming)


def _connect_anthropic(target: Endpoint, bounds: "Bounds", *, is_streaming: bool = True) -> "AnthropicClient":
    from core.inference.clients.anthropic_messages import AnthropicClient

    who, url, http = target.provider.title, target.base_url or "", _make_http_client(target, bounds)
    return AnthropicClient(who, target.model_name, url, target.key or "", http, is_streaming=is_streaming)


def _connect_openai(target: Endpoint, bounds: "Bounds", *, is_streaming: bool = True) -> "OpenAICompatibleClient":
    from core.inference.clients.openai_compatible import OpenAICompatibleClient

    who, url, http = target.provider.title, target.base_url or "", _make_http_client(target, bounds)
    limit: Literal["max_completion_tokens", "max_tokens"] = (
        "max_completion_tokens" if target.provider.name == "openai" else "max_tokens"
    )
    return OpenAICompatibleClient(who, target.model_name, url, target.key, limit, http, is_streaming=is_streaming)


def _make_http_client(target: Endpoint, bounds: "Bounds") -> "AsyncClient":
    """Make the HTTP client that all libraries share: our timeouts and size limits, no redirects, no other machine.

    Raises:
        ModelNameError: the address cannot be called.
    """
    import httpx2

    from core.inference.clients.bounded_body import make_origin_check

    who, url, key = target.provider.title, target.base_url or "", target.key
    try:
        stays = make_origin_check(url, who, key)
    except httpx2.InvalidURL as error:
        raise ModelNameError(f"The base URL is not valid: {to_single_line(error)}.") from None
    return httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity"},
        event_hooks={"request": [stays], "response": [bounds(who, key)]},
        timeout=httpx2.Timeout(target.limits.idle_timeout_s, connect=target.limits.connect_timeout_s),
        follow_redirects=False,
        limits=httpx2.Limits(max_connections=None),
        verify=_load_authorities(),
    )


@cache
def _load_authorities() -> "SSLContext":
    """Load the trusted certificates once for all clients; this takes as long as a hundred small requests."""
    import httpx2

    return httpx2.create_ssl_context()
