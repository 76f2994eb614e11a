"""The secret by which a browser knows the notes that were written in it, kept as a cookie."""

from collections.abc import Callable

from dashboard.components.mount import create_component
from dashboard.runtime.session_state import read_sent

_WRITER = create_component("writer")


def store_secret(name: str, secret: str, key: str, on_known: Callable[[str], None]) -> None:
    """Keeps the secret in the browser; where it has another one, `on_known` is called with that one.

    Args:
        name: of the cookie.
        secret: to keep.
        key: of the component.
        on_known: called where the browser has another secret.
    """

    def known() -> None:
        on_known(read_sent(key, "known", str) or "")

    _WRITER(key=key, data={"name": name, "secret": secret}, on_known_change=known)
