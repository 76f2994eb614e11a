"""Whether the dashboard can listen where it is told to."""

import socket

from core.errors import SettingsError


def check_free(address: str, port: int) -> None:
    """Makes sure that a server could listen here.

    Raises:
        SettingsError: the port is taken or not allowed, or the address is none of this machine's.
    """
    try:
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{address[:100]!r} is no address to listen on: {error}.") from error
    family, kind, protocol, _, place = found[0]
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        other = port + 1 if port < 65535 else 8501
        raise SettingsError(
            f"Nothing can listen on {address}, port {port}: {error.strerror}. Take another one, as in PORT={other}."
        ) from error
