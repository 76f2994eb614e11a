"""Tests of names of models, addresses and keys: which are accepted or refused, without ever showing a key."""

import subprocess
import sys

import pytest

from core.errors import ModelNameError
from core.inference.clients.providers import PROVIDERS, list_provider_states, resolve_endpoint
from core.settings import REPOSITORY
from tests.inference.clients.conftest import KEY


@pytest.mark.parametrize(
    ("name", "base_url", "model_id", "url"),
    [
        ("openai:gpt-5", None, "openai:gpt-5", "https://api.openai.com/v1"),
        ("gemini:gemini-2.5-pro", None, "gemini:gemini-2.5-pro", "https://generativelanguage.googleapis.com"),
        ("openrouter:qwen/qwen2.5-vl-72b:free", None, "openrouter:qwen/qwen2.5-vl-72b:free",
         "https://openrouter.ai/api/v1"),
        ("local:llava", "http://gpu7:8000/v1/", "local:llava", "http://gpu7:8000/v1"),
        ("qwen2.5vl:7b", "http://localhost:11434/v1", "local:qwen2.5vl:7b", "http://localhost:11434/v1"),
        ("solver:homography", None, "solver:homography", None),
    ],
)  # fmt: skip
def test_a_model_is_named_by_provider_and_model(name, base_url, model_id, url):
    """The part before the first colon is the provider; with an address, other names are models of that server."""
    keys = dict.fromkeys(PROVIDERS, KEY)
    target = resolve_endpoint(name, base_url, keys)
    assert (target.model.model_id, target.base_url) == (model_id, url)
    assert target.model.kind == ("reference" if name.startswith("solver") else "vlm")


@pytest.mark.parametrize(
    ("name", "base_url", "words"),
    [
        ("gpt-5", None, "does not name a provider"), ("", None, "does not name a provider"),
        ("openai:", None, "does not name a model"),
        ("openai:a b", None, "does not name a model"), ("openai:a\u202eb", None, "does not name a model"),
        (f"openai:{'x' * 81}", None, "80 are allowed"), ("local:x", None, "needs an address"),
        ("local:x", "ftp://host/v1", "is not valid"), ("local:x", "host:8000", "is not valid"),
        ("local:x", "http://[::1", "is not valid"), ("local:x", f"http://me:{KEY}@host/v1", "must not contain"),
        ("local:x", f"http://host/v1?key={KEY}", "must not contain"),
        ("openai:x", "http://example.org/v1", "unencrypted"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_words(name, base_url, words):
    """An unusable name or address is refused with the reason, and without a key that it may contain."""
    with pytest.raises(ModelNameError, match=words) as caught:
        resolve_endpoint(name, base_url, dict.fromkeys(PROVIDERS, KEY))
    assert KEY not in str(caught.value)


def test_keys_come_from_the_session_before_the_environment(monkeypatch):
    """A session's key takes precedence over the environment's; without either, the variable is named."""
    with pytest.raises(ModelNameError, match="set OPENAI_API_KEY"):
        resolve_endpoint("openai:x")
    monkeypatch.setenv("OPENAI_API_KEY", " from-environment\n")
    assert resolve_endpoint("openai:x").key == "from-environment"
    assert resolve_endpoint("openai:x", session_keys={"openai": "typed-in"}).key == "typed-in"
    assert resolve_endpoint("local:x", "http://localhost:1/v1").key is None


def test_a_key_that_is_none_is_refused_without_showing_it():
    """A key with spaces or non-ASCII characters is refused by name, not by value."""
    for key in ("two words here", "schlüssel-123"):
        with pytest.raises(ModelNameError, match="OPENAI_API_KEY") as caught:
            resolve_endpoint("openai:x", session_keys={"openai": key})
        assert key not in str(caught.value)


def test_an_endpoint_does_not_show_its_key():
    """Neither the text of an endpoint nor that of a provider's state contains the key."""
    target = resolve_endpoint("openai:x", session_keys={"openai": KEY})
    assert KEY not in f"{target} {target!r} {target.model} {target.versions}"
    assert KEY not in repr(list_provider_states({"openai": KEY}))


def test_states_say_who_can_be_asked_and_why_not(monkeypatch):
    """Every provider is listed. One without its key names the variable; those that need no key are usable."""
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    states = {state.provider.name: state for state in list_provider_states({"anthropic": KEY, "fireworks": "bad key"})}
    assert list(states) == list(PROVIDERS)
    assert {name for name, state in states.items() if state.is_usable} == {"gemini", "anthropic", "local", "solver"}
    assert states["openai"].reason == "OPENAI_API_KEY is not set"
    assert "has invalid characters" in states["fireworks"].reason


@pytest.mark.slow
def test_libraries_of_vendors_are_imported_only_when_asked():
    """The command line and everything that a page imports load without the vendors' libraries."""
    code = """
import sys
import core.__main__, core.inference.send_request, core.inference.runner, core.inference.live_question
import core.cli.run, core.cli.ask
late = {"openai", "anthropic", "google.genai", "httpx2"} & set(sys.modules)
sys.exit(", ".join(late) or 0)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_openai_s_library_finds_no_half_module():
    """Before OpenAI is asked, `httpx` is whole: at each response its library looks for it among the modules.

    Where another vendor's library was just importing it in another thread, a paid reply was lost and asked for again.
    """
    code = """
import sys
import core.inference.clients.openai_compatible
assert sys.modules["httpx"].Response
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
