"""Who may come in: the hosts that a dashboard answers to, the origins of its sessions, and paths that stay shut.

A page of a foreign site, or one whose name was pointed at this machine (DNS rebinding), would else open a session here
and ask with the host's keys. It is refused before Streamlit sees it, which would look up its own address outside.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.runtime.server_address import get_base_path, is_loopback

SHUT = ("/_stcore/metrics", "/_stcore/agent")
"""Of Streamlit: names and sizes of caches, and an interface for programs that is switched off."""


class HostCheckMiddleware:
    """Lets requests in that come to a known host, and sessions that a page of the same host opens.

    Attributes:
        hosts: names that the dashboard has; without any, a private one answers to names of this machine, a public one
            to every name.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], *, is_private: bool) -> None:
        self.app, self.hosts, self.is_private = app, hosts, is_private

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
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
            return (
                421,
                f"This dashboard does not answer to this host. If it is yours, name it: TRILENS_HOSTS={host or 'NAME'}",
            )
        if scope["type"] == "websocket" and (origin := headers.get("origin")) is not None:
            forwarded = parse_hostname(f"//{headers.get('x-forwarded-host', '')}")
            own = {host, *([forwarded] if forwarded and self._is_known(forwarded) else [])}
            if parse_hostname(origin) not in own:
                return 403, "Sessions are opened by the dashboard's own pages only."
        path = scope["path"].removeprefix(get_base_path())
        if any(path == shut or path.startswith(f"{shut}/") for shut in SHUT):
            return 404, "There is nothing here."
        return None

    def _is_known(self, host: str) -> bool:
        if self.hosts and host in self.hosts:
            return True
        return is_loopback(host) if self.is_private or self.hosts else True


def parse_hostname(address: str) -> str:
    """The host of an address in small letters, without its port; empty where there is none."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""
