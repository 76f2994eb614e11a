"""Tests of the check before the start that the dashboard can listen on its port."""

import socket

import pytest

from core.cli.port_check import check_free
from core.errors import SettingsError


def test_a_free_port_passes_and_stays_free():
    """The check can be repeated."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for _ in range(2):
        check_free("127.0.0.1", port)


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "0.0.0.0"])
def test_a_used_port_raises(address):
    """The error names the port, the reason and another port."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=f"port {port}: Address already in use.*PORT={port + 1}"):
            check_free(address, port)


@pytest.mark.parametrize("address", ["203.0.113.7", "no.such.host.invalid", "a" * 70, "::zz"])
def test_an_address_of_another_machine_raises(address):
    """The error for a foreign or invalid address is a single line."""
    with pytest.raises(SettingsError, match=address[:20]) as refused:
        check_free(address, 8501)
    assert "\n" not in str(refused.value)


def test_one_usable_address_of_a_name_is_enough(monkeypatch):
    """If a name has two addresses, a machine without IPv6 can listen on one of them."""
    local = socket.getaddrinfo("127.0.0.1", 0, type=socket.SOCK_STREAM)
    foreign = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("203.0.113.7", 8501))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [*foreign, *local])
    check_free("localhost", 8501)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: foreign)
    with pytest.raises(SettingsError, match="Cannot assign"):
        check_free("localhost", 8501)
