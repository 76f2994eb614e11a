"""Whether the dashboard can listen where it is told to."""

import errno
import socket

from core.errors import SettingsError
from core.settings import DEFAULT_PORT

_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""A name may stand for several addresses, of which a machine without IPv6 lacks one."""


def check_free(address: str, port: int) -> None:
    """Makes sure that a server could listen here.

    Raises:
        SettingsError: the port is taken or not allowed, or the address is none of this machine's.
    """
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{address[:100]!r} is no address to listen on: {error}.") from error
    refusals = [one for family, kind, _, _, place in found if (one := _try_bind(family, kind, place))]
    fatal = [one for one in refusals if one.errno not in _NOT_HERE]
    if fatal or len(refusals) == len(found):
        first = (fatal or refusals)[0]
        other = port + 1 if port < 65535 else DEFAULT_PORT
        raise SettingsError(
            f"Nothing can listen on {address}, port {port}: {first.strerror}. Take another one, as in PORT={other}."
        ) from first


def _try_bind(family: int, kind: int, place: tuple[str | int, ...] | tuple[int, bytes]) -> OSError | None:
    try:
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        return error
    return None
