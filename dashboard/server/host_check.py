"""Host and origin checks for incoming requests, and blocked paths.

Otherwise a page of a foreign site, or one whose name points to this machine (DNS rebinding), could open a session here
and send requests with the host's keys. Such requests are refused before they reach Streamlit, whose own check would
contact an outside server to find its address. Starlette's `TrustedHostMiddleware` refuses the same hosts, but does not
say which setting allows one, and the check of origins needs the list of hosts too.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.runtime.server_address import get_base_path, is_loopback

SHUT = ("/_stcore/metrics", "/_stcore/agent")
"""Blocked paths of Streamlit: names and sizes of caches, and an interface for programs that is switched off."""


class HostCheckMiddleware:
    """Accepts requests to known hosts, and sessions that pages of the same host open.

    Attributes:
        hosts: names of the dashboard; if empty, a private dashboard accepts names of this machine, a public one every
            name.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], *, is_private: bool) -> None:
        self.app, self.hosts, self.is_private = app, hosts, is_private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        refusal = self._find_refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1][:100]})
        else:
            status, why = refusal
            await PlainTextResponse(why, status_code=status)(scope, receive, send)

    def _find_refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = parse_hostname(f"//{headers.get('host', '')}")
        if not self._is_known(host):
            return (421, f"Host not allowed. To allow it, set TRILENS_HOSTS={host or 'NAME'}")
        if scope["type"] == "websocket" and (origin := headers.get("origin")) is not None:
            forwarded = parse_hostname(f"//{headers.get('x-forwarded-host', '')}")
            own = {host, *([forwarded] if forwarded and self._is_known(forwarded) else [])}
            if parse_hostname(origin) not in own:
                return 403, "Only the dashboard's own pages can open sessions."
        path = scope["path"].removeprefix(get_base_path())
        if any(path == shut or path.startswith(f"{shut}/") for shut in SHUT):
            return 404, "Not found."
        return None

    def _is_known(self, host: str) -> bool:
        if self.hosts and host in self.hosts:
            return True
        return is_loopback(host) if self.is_private or self.hosts else True


def parse_hostname(address: str) -> str:
    """Return the lower-case host of an address without its port; empty if it has none."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
