"""Browser tests of every vendor's client in Ask a model, with a key typed in for the session."""

from collections import Counter

import pytest

from core.inference.clients.providers import PROVIDERS
from tests.inference.clients.server import REPLY

KEY = "sk-typed-in-0123456789abcdef"
VENDORS = [PROVIDERS[name] for name in ("openai", "gemini", "anthropic")]
"""One for each vendor's library."""


@pytest.mark.slow
def test_a_vendors_model_answers_with_a_key_of_the_session(watch, tiny_url, vendors, tiny_data):
    """Without a key a vendor is disabled with the reason; with one its reply is judged, and the key appears nowhere."""
    watched = watch(tiny_url)
    page = watched.page
    watched.open("/ask_a_model?photograph=002_T0")
    page.locator(".st-key-solver").get_by_role("button", name="Homography solver").click()
    watched.settle()
    for provider in VENDORS:
        page.get_by_role("tab", name=provider.title).click()
        page.get_by_role("textbox", name=f"Key for {provider.title}").wait_for()
        page.get_by_role("textbox", name=f"Key for {provider.title}").fill(KEY)
        page.keyboard.press("Enter")
        page.locator(f".st-key-forget-{provider.name} button").wait_for()
        watched.settle()
        page.locator(f".st-key-{provider.name} input").click()
        page.keyboard.type("test-model")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        page.wait_for_url(f"**{provider.name}=test-model**")
        watched.settle()
    before = len(vendors.asked)
    page.locator(".st-key-ask-models button").click()
    wanted = {provider.name for provider in VENDORS}  # each library is loaded at its first question
    watched.until(lambda: {one.vendor for one in vendors.asked[before:]} == wanted)
    page.get_by_text("scores 66% against the world").wait_for()
    watched.settle()
    for number in range(1, len(VENDORS) + 1):
        assert " ".join(page.locator(f".st-key-reply-{number} code").inner_text().split()) == REPLY
    asked = vendors.asked[before:]
    assert [KEY in " ".join(one.headers.values()) for one in asked] == [True] * len(asked)
    assert Counter(one.vendor for one in asked) == dict.fromkeys(wanted, 1)
    assert KEY not in page.url
    assert KEY not in page.content()
    assert not any(KEY.encode() in path.read_bytes() for path in tiny_data.rglob("*") if path.is_file())
    for provider in VENDORS:
        assert f"{provider.name}=test-model" in page.url
        page.get_by_role("tab", name=provider.title).click()
        page.locator(f".st-key-forget-{provider.name} button").click()
        page.get_by_role("textbox", name=f"Key for {provider.title}").wait_for()
