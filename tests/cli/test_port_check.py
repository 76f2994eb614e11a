"""Where the dashboard cannot listen, one line says so before anything starts."""

import socket

import pytest

from core.cli.port_check import check_free
from core.errors import SettingsError


def test_a_free_port_is_taken_as_it_is():
    """A port that nobody listens on passes, and is free afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for _ in range(2):
        check_free("127.0.0.1", port)


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_a_port_that_is_taken_is_named(address):
    """Where somebody listens already, the error names the port, the reason and another one."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=f"port {port}: Address already in use.*PORT={port + 1}"):
            check_free(address, port)


@pytest.mark.parametrize("address", ["203.0.113.7", "no.such.host.invalid", "a" * 70, "::zz"])
def test_a_place_that_is_not_ours_is_named(address):
    """An address of another machine, or none at all, is refused in one line."""
    with pytest.raises(SettingsError, match=address[:20]) as refused:
        check_free(address, 8501)
    assert "\n" not in str(refused.value)


def test_a_machine_without_ipv6_listens_all_the_same(monkeypatch):
    """Where a name stands for two addresses of which the machine has one, that one is enough."""
    real = socket.getaddrinfo("127.0.0.1", 0, type=socket.SOCK_STREAM)
    away = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", 8501))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [*away, *real])
    check_free("localhost", 8501)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: away)
    with pytest.raises(SettingsError, match="Cannot assign"):
        check_free("localhost", 8501)
