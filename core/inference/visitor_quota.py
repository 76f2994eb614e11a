"""Limits for visitors of a read-only dashboard: none of the host's keys, listed addresses only, and a quota."""

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
from core.limits import RequestLimits, VisitorLimits

HOUR_S = 3600.0


def list_visitor_providers(visitor_limits: VisitorLimits, session_keys: Mapping[str, str]) -> list[ProviderState]:
    """List every provider, whether visitors can use it, and the reason if not.

    Args:
        visitor_limits: they state whether the dashboard is read-only, and the host's limits.
        session_keys: keys that the visitor typed in this session, by provider.
    """
    states = list_provider_states(session_keys)
    if not visitor_limits.is_read_only:
        return states
    refusals = {name: _describe_refusal(provider, visitor_limits, session_keys) for name, provider in PROVIDERS.items()}
    return [
        ProviderState(state.provider, False, refusals[state.provider.name]) if refusals[state.provider.name] else state
        for state in states
    ]


def _describe_refusal(provider: Provider, visitor_limits: VisitorLimits, session_keys: Mapping[str, str]) -> str:
    """Return the reason why a visitor cannot use a provider; empty if the visitor can."""
    if provider.library is None:
        return ""
    if provider.default_url is None:
        return "" if visitor_limits.base_urls else "read-only: the host lists no servers (TRILENS_BASE_URLS)"
    if not visitor_limits.with_own_keys:
        return "read-only: the host does not accept visitors' keys (TRILENS_VISITOR_KEYS)"
    has_key = bool(session_keys.get(provider.name, "").strip())
    return "" if has_key else "read-only: visitors cannot use the host's key; enter your own"


def resolve_visitor_endpoint(
    name: str,
    base_url: str | None,
    session_keys: Mapping[str, str],
    visitor_limits: VisitorLimits,
    limits: RequestLimits,
) -> Endpoint:
    """Resolve an endpoint as `resolve_endpoint` does, within the limits for visitors.

    Raises:
        ModelNameError: the model cannot be asked, or not by visitors.
    """
    provider = PROVIDERS.get(name.partition(":")[0], PROVIDERS["local"])
    if visitor_limits.is_read_only and (reason := _describe_refusal(provider, visitor_limits, session_keys)):
        raise ModelNameError(f"{provider.title} cannot be asked: {reason}.")
    target = resolve_endpoint(name, base_url, session_keys, limits=limits)
    if not visitor_limits.is_read_only:
        return target
    allowed = visitor_limits.base_urls if target.provider.default_url is None else (target.provider.default_url,)
    if target.base_url is not None and target.base_url not in allowed:
        raise ModelNameError("Read-only: the host does not list this address (TRILENS_BASE_URLS).")
    return target


@dataclass(slots=True)
class VisitorQuota:
    """A counter of the requests of all visitors in the last hour."""

    limits: VisitorLimits
    clock: Callable[[], float] = time.monotonic
    _asked_at: deque[float] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, questions: int, asked_in_session: int) -> None:
        """Count requests, all or none.

        Raises:
            RunError: they exceed the limit of the session or of the hour.
        """
        if not self.limits.is_read_only:
            return
        left = self.limits.questions - asked_in_session
        if questions > left:
            raise RunError(f"Read-only: a session may ask {self.limits.questions} questions; {max(left, 0)} are left.")
        with self._lock:
            now = self.clock()
            while self._asked_at and self._asked_at[0] <= now - HOUR_S:
                self._asked_at.popleft()
            if len(self._asked_at) + questions > self.limits.questions_per_hour:
                raise RunError("Read-only: visitors have used the questions allowed per hour. Try again later.")
            self._asked_at.extend([now] * questions)
