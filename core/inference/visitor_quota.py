"""What visitors of a read-only dashboard may ask: without the host's keys, at listed addresses, within a limit."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.errors import ModelNameError, RunError
from core.inference.clients.providers import (
    PROVIDERS,
    Endpoint,
    Provider,
    ProviderState,
    list_provider_states,
    resolve_endpoint,
)
from core.settings import Settings

HOUR_S = 3600.0


def list_visitor_providers(settings: Settings, session_keys: Mapping[str, str]) -> list[ProviderState]:
    """Every provider, whether it is usable here, and why not.

    Args:
        settings: read-only or not, and the host's limits.
        session_keys: keys typed in for this session, by provider.
    """
    states = list_provider_states(session_keys)
    if not settings.read_only:
        return states
    refusals = {name: _describe_refusal(provider, settings, session_keys) for name, provider in PROVIDERS.items()}
    return [
        ProviderState(state.provider, False, refusals[state.provider.name]) if refusals[state.provider.name] else state
        for state in states
    ]


def _describe_refusal(provider: Provider, settings: Settings, session_keys: Mapping[str, str]) -> str:
    """Why a visitor cannot ask a provider; empty if the visitor can."""
    if provider.library is None:
        return ""
    if provider.default_url is None:
        return "" if settings.allowed_base_urls else "read-only: the host lists no own servers (TRILENS_BASE_URLS)"
    if not settings.visitor_keys:
        return "read-only: the host does not take visitors' keys (TRILENS_VISITOR_KEYS)"
    has_key = bool(session_keys.get(provider.name, "").strip())
    return "" if has_key else "read-only: the host's key is not offered to visitors; type your own"


def resolve_visitor_endpoint(
    name: str, base_url: str | None, session_keys: Mapping[str, str], settings: Settings
) -> Endpoint:
    """As `providers.resolve_endpoint`, within the limits for visitors.

    Raises:
        ModelNameError: the model cannot be asked, or not by visitors.
    """
    provider = PROVIDERS.get(name.partition(":")[0], PROVIDERS["local"])
    if settings.read_only and (reason := _describe_refusal(provider, settings, session_keys)):
        raise ModelNameError(f"{provider.title} cannot be asked: {reason}.")
    target = resolve_endpoint(name, base_url, session_keys)
    if not settings.read_only:
        return target
    allowed = settings.allowed_base_urls if target.provider.default_url is None else [target.provider.default_url]
    if target.base_url is not None and target.base_url not in allowed:
        raise ModelNameError("Read-only: the host does not list this address (TRILENS_BASE_URLS).")
    return target


@dataclass(slots=True)
class VisitorQuota:
    """Counts the questions of all visitors in the last hour."""

    settings: Settings
    clock: Callable[[], float] = time.monotonic
    _asked_at: deque[float] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, questions: int, asked_in_session: int) -> None:
        """Counts questions, all or none.

        Raises:
            RunError: they exceed the limit of the session or of the hour.
        """
        if not self.settings.read_only:
            return
        left = self.settings.visitor_questions - asked_in_session
        if questions > left:
            raise RunError(
                f"Read-only: a session has {self.settings.visitor_questions} questions, and {max(left, 0)} are left."
            )
        with self._lock:
            now = self.clock()
            while self._asked_at and self._asked_at[0] <= now - HOUR_S:
                self._asked_at.popleft()
            if len(self._asked_at) + questions > self.settings.visitor_questions_per_hour:
                raise RunError("Read-only: visitors have used all questions of this hour. Try again later.")
            self._asked_at.extend([now] * questions)
