"""Providers, model names of the form `provider:model`, addresses and keys."""

import ipaddress
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from core import __version__
from core.errors import ModelNameError
from core.key_redaction import redact_all_keys
from core.limits import DEFAULT_LIMITS, RequestLimits
from core.records import Model

if TYPE_CHECKING:
    from httpx2 import Response

    Bounds = Callable[[str, str | None], Callable[[Response], Awaitable[None]]]


@dataclass(frozen=True, slots=True)
class Provider:
    """A service that runs models.

    Attributes:
        key_variable: environment variable of the key; None if the provider has no keys.
        library: name of the vendor's library on PyPI.
        default_url: None if the user must give an address.
        batch_share: cost of a request in a batch as a share of its price; None if batches are not supported.
            Source: OpenAI, "Batch API"; Anthropic, "Batch processing"; Google, "Batch API": half each.
    """

    name: str
    title: str
    key_variable: str | None
    needs_key: bool
    library: Literal["openai", "google-genai", "anthropic"] | None
    default_url: str | None
    batch_share: float | None = None


PROVIDERS = {
    provider.name: provider
    for provider in (
        Provider("openai", "OpenAI", "OPENAI_API_KEY", True, "openai", "https://api.openai.com/v1", 0.5),
        Provider(
            "gemini", "Google", "GEMINI_API_KEY", True, "google-genai", "https://generativelanguage.googleapis.com", 0.5
        ),
        Provider("anthropic", "Anthropic", "ANTHROPIC_API_KEY", True, "anthropic", "https://api.anthropic.com", 0.5),
        Provider(
            "fireworks", "Fireworks", "FIREWORKS_API_KEY", True, "openai", "https://api.fireworks.ai/inference/v1"
        ),
        Provider("openrouter", "OpenRouter", "OPENROUTER_API_KEY", True, "openai", "https://openrouter.ai/api/v1"),
        Provider("local", "Own server", "LOCAL_API_KEY", False, "openai", None, 1.0),
        Provider("solver", "Trilens", None, False, None, None),
    )
}


@dataclass(frozen=True, slots=True)
class ProviderState:
    """The usability of a provider in this session.

    Attributes:
        reason: reason why it is not usable; empty if it is.
    """

    provider: Provider
    is_usable: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at an address, and the limits of requests to it. Its representation never shows the key."""

    provider: Provider
    model_name: str
    base_url: str | None
    key: str | None = field(repr=False)
    limits: RequestLimits = DEFAULT_LIMITS

    @property
    def model(self) -> Model:
        """The model with its name in the warehouse."""
        kind: Literal["vlm", "reference"] = "reference" if self.provider.name == "solver" else "vlm"
        model_id = f"{self.provider.name}:{self.model_name}"
        return Model(model_id, self.model_name, self.provider.title, self.model_name, kind)

    @property
    def caution(self) -> str:
        """A warning if the key is sent unencrypted to another machine; empty if not."""
        parts = urlsplit(self.base_url or "")
        if self.key is None or parts.scheme != "http" or _is_loopback(parts.hostname or ""):
            return ""
        return (
            f"The key of {self.provider.title} ({self.provider.key_variable}) is sent unencrypted to "
            f"{parts.hostname}: anyone on the network can read it. Use https:// or remove the key."
        )

    @property
    def versions(self) -> dict[str, str]:
        """The versions of Trilens and of the vendor's library."""
        library = self.provider.library
        return {"trilens": __version__} | ({library: version(library)} if library else {})


def list_provider_states(session_keys: Mapping[str, str] | None = None) -> list[ProviderState]:
    """List the state of every provider, given the keys in the environment and those of this session by provider."""
    states = []
    for provider in PROVIDERS.values():
        try:
            has_key = _find_key(provider, session_keys or {}) is not None
        except ModelNameError as error:
            states.append(ProviderState(provider, False, str(error)))
            continue
        is_usable = has_key or not provider.needs_key
        states.append(ProviderState(provider, is_usable, "" if is_usable else f"{provider.key_variable} is not set"))
    return states


def resolve_endpoint(
    name: str,
    base_url: str | None = None,
    session_keys: Mapping[str, str] | None = None,
    *,
    limits: RequestLimits = DEFAULT_LIMITS,
    is_asked: bool = True,
) -> Endpoint:
    """Resolve `provider:model` to an endpoint; with an address but no provider, to a model on the user's server.

    Args:
        name: `provider:model`.
        base_url: address of the user's server, or another address of a provider.
        session_keys: keys by provider, which take precedence over those in the environment.
        limits: limits of each request.
        is_asked: whether requests will be sent, which may need a key; planning does not.

    Raises:
        ModelNameError: the provider or model is unknown, or its address or key is missing or not valid.
    """
    prefix, colon, rest = name.partition(":")
    if prefix in PROVIDERS and colon:
        provider, model_name = PROVIDERS[prefix], rest
    elif base_url is not None:
        provider, model_name = PROVIDERS["local"], name
    else:
        raise ModelNameError(
            f"{redact_all_keys(name, None)!r} does not name a provider. Write provider:model with one of "
            f"{', '.join(PROVIDERS)}, or give the address of your server with --base-url."
        )
    if not model_name or model_name != "".join(model_name.split()) or not model_name.isprintable():
        raise ModelNameError(f"{name!r} does not name a model. Write the provider's model id after the colon.")
    if len(model_name) > 80:
        raise ModelNameError(f"The model's name has {len(model_name)} characters; at most 80 are allowed.")
    key = _find_key(provider, session_keys or {})
    if is_asked and provider.needs_key and key is None:
        raise ModelNameError(f"{provider.title} needs a key: set {provider.key_variable}.")
    if provider.library is None:
        return Endpoint(provider, model_name, None, None, limits)
    return Endpoint(provider, model_name, _validate_url(provider, base_url, has_key=key is not None), key, limits)


def _find_key(provider: Provider, session_keys: Mapping[str, str]) -> str | None:
    """Return the key of the session, else of the environment; None if neither is set."""
    if provider.key_variable is None:
        return None
    key = (session_keys.get(provider.name) or os.environ.get(provider.key_variable, "")).strip()
    if key and not (key.isascii() and key.isprintable() and " " not in key):
        raise ModelNameError(f"The key of {provider.title} ({provider.key_variable}) has invalid characters.")
    return key or None


def _validate_url(provider: Provider, base_url: str | None, *, has_key: bool) -> str:
    url = base_url or provider.default_url
    if url is not None and (not url.isprintable() or " " in url):
        raise ModelNameError("The base URL must not contain spaces, line breaks or control characters.")
    if url is None:
        raise ModelNameError(
            f"The provider {provider.name} needs an address, for example --base-url http://localhost:8000/v1."
        )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not host:
        raise ModelNameError("The base URL is not valid. It must begin with http:// or https:// and contain a host.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ModelNameError(
            "The base URL must not contain a user, password, query or fragment. Set keys in the environment."
        )
    if has_key and provider.needs_key and parts.scheme == "http" and not _is_loopback(host):
        raise ModelNameError(f"The key of {provider.title} would be sent unencrypted to {host}. Use https://.")
    return url.rstrip("/")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
