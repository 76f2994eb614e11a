"""Tests of what visitors of a read-only dashboard may ask: their own keys, the host's addresses, and limits."""

from dataclasses import replace

import pytest

from core.errors import ModelNameError, RunError
from core.inference.clients.providers import PROVIDERS
from core.inference.visitor_quota import HOUR_S, VisitorQuota, list_visitor_providers, resolve_visitor_endpoint
from core.limits import DEFAULT_LIMITS, VisitorLimits
from core.settings import Settings

HOSTS_KEY, OWN_KEY = "sk-host-0123456789", "sk-own-0123456789"


@pytest.fixture(autouse=True)
def _hosts_keys(monkeypatch):
    """Give the host a key of every provider."""
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.setenv(provider.key_variable, HOSTS_KEY)


def reasons(limits, keys):
    """Return the reason why each provider cannot be asked, by name; empty if it can."""
    return {state.provider.name: state.reason for state in list_visitor_providers(limits, keys)}


def resolve(name, base_url, session_keys, limits):
    return resolve_visitor_endpoint(name, base_url, session_keys, limits, DEFAULT_LIMITS)


@pytest.fixture
def fixed():
    """Return the limits of a read-only dashboard."""
    return Settings(read_only=True).visitor_limits


def test_at_home_the_environments_keys_count():
    """If nothing is read-only, every provider with a key can be asked, with that key."""
    assert not any(reasons(VisitorLimits(), {}).values())
    assert resolve("openai:x", None, {}, VisitorLimits()).key == HOSTS_KEY


def test_the_hosts_keys_are_not_offered(fixed):
    """In read-only mode only the solvers can be asked, and each provider says why."""
    why = reasons(fixed, {"openai": OWN_KEY})
    assert why.pop("solver") == ""
    assert "TRILENS_BASE_URLS" in why.pop("local")
    assert all("TRILENS_VISITOR_KEYS" in reason for reason in why.values())
    for name in ("openai:x", "gemini:x", "anthropic:x"):
        with pytest.raises(ModelNameError, match="read-only"):
            resolve(name, None, {}, fixed)


@pytest.mark.parametrize("key", ["", "  "])
def test_visitors_keys_where_the_host_allows_them(fixed, key):
    """With TRILENS_VISITOR_KEYS a provider can be asked with the visitor's key, never with the host's."""
    open_ = replace(fixed, with_own_keys=True)
    assert "enter your own" in reasons(open_, {"openai": key})["openai"]
    with pytest.raises(ModelNameError, match="enter your own"):
        resolve("openai:x", None, {"openai": key}, open_)
    assert reasons(open_, {"openai": OWN_KEY})["openai"] == ""
    assert resolve("openai:x", None, {"openai": OWN_KEY}, open_).key == OWN_KEY


@pytest.mark.parametrize("url", ["http://169.254.169.254/latest", "http://localhost:22", "http://good.example:80/v1"])
def test_other_addresses_than_the_hosts_are_refused(fixed, url):
    """In read-only mode a request goes only to the addresses that the host lists."""
    listed = Settings(read_only=True, base_urls="http://good.example/v1/, http://better.example/v1").visitor_limits
    assert reasons(listed, {})["local"] == ""
    assert resolve("local:x", "http://good.example/v1", {}, listed).base_url == "http://good.example/v1"
    with pytest.raises(ModelNameError, match="does not list this address"):
        resolve("local:x", url, {}, listed)


def test_a_providers_address_cannot_be_changed(fixed):
    """A visitor's key for a vendor is not sent to another address."""
    open_ = replace(fixed, with_own_keys=True, base_urls=("http://good.example/v1",))
    with pytest.raises(ModelNameError, match="does not list this address"):
        resolve("openai:x", "https://good.example/v1", {"openai": OWN_KEY}, open_)


def test_a_session_has_so_many_questions(fixed):
    """A request beyond a session's questions is refused as a whole, with the number left."""
    allowance = VisitorQuota(replace(fixed, questions=5))
    allowance.take(3, 0)
    with pytest.raises(RunError, match="a session may ask 5 questions; 2 are left"):
        allowance.take(3, 3)
    allowance.take(2, 3)


def test_an_hour_has_so_many_questions(fixed):
    """All visitors share an hour's questions; an hour later there are new ones."""
    now = [100.0]
    allowance = VisitorQuota(replace(fixed, questions_per_hour=4), clock=lambda: now[0])
    allowance.take(4, 0)
    with pytest.raises(RunError, match="hour"):
        allowance.take(1, 0)
    now[0] += HOUR_S
    allowance.take(4, 0)


def test_at_home_nothing_is_counted():
    """If nothing is read-only there is no limit; in read-only mode, the same limits refuse the first question."""
    none_left = VisitorLimits(questions=0, questions_per_hour=0)
    at_home, visited = VisitorQuota(none_left), VisitorQuota(replace(none_left, is_read_only=True))
    at_home.take(1000, 1000)
    assert len(at_home._asked_at) == 0
    with pytest.raises(RunError, match="a session may ask 0 questions; 0 are left"):
        visited.take(1, 0)
