"""The cookie with the secret by which a browser is recognised as the author of its notes."""

from collections.abc import Callable

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, read_sent

_AUTHOR_COOKIE = create_component("author_cookie")


def store_secret(name: str, secret: str, key: ElementKey, on_known: Callable[[str], None]) -> None:
    """Store the secret in the browser; if it already has another one, call `on_known` with that one.

    Args:
        name: of the cookie.
        secret: the secret to store.
        key: of the component.
        on_known: called if the browser has another secret.
    """

    def handle_author() -> None:
        on_known(read_sent(key, "known", str) or "")

    _AUTHOR_COOKIE(key=key, data={"name": name, "secret": secret}, on_known_change=handle_author)
