"""Check that the dashboard can listen on an address and port."""

import errno
import socket

from core.errors import SettingsError
from core.settings import DEFAULT_PORT

_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""Errors of an address that this machine lacks; a name may resolve to several, one of which needs IPv6."""


def check_free(address: str, port: int) -> None:
    """Check that a server can listen on an address and port.

    Raises:
        SettingsError: the port is in use or not allowed, or the address does not belong to this machine.
    """
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{address[:100]!r} is not an address to listen on: {error}.") from error
    refusals = [one for family, kind, _, _, place in found if (one := _try_bind(family, kind, place))]
    fatal = [one for one in refusals if one.errno not in _NOT_HERE]
    if fatal or len(refusals) == len(found):
        first = (fatal or refusals)[0]
        other = port + 1 if port < 65535 else DEFAULT_PORT
        raise SettingsError(
            f"Cannot listen on {address}, port {port}: {first.strerror}. Choose another port, as in PORT={other}."
        ) from first


def _try_bind(family: int, kind: int, place: tuple[str | int, ...] | tuple[int, bytes]) -> OSError | None:
    try:
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        return error
    return None
