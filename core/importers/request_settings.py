"""Settings of a request that could change the reply. Other values of a log's configuration may be secret."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from core.importers.row_metadata import normalise_settings
from core.runs.request_options import OPTION_NAMES

_ADDRESSES = ("apiBaseUrl", "base_url", "apiHost")


def extract_settings(request: Mapping[str, object]) -> dict[str, str | int | float | None]:
    """Return the settings among a request's or a configuration's values by name, and the server as `base_url`."""
    settings = normalise_settings({name: request[name] for name in OPTION_NAMES if name in request})
    address = next((text for name in _ADDRESSES if (text := extract_server(request.get(name)))), "")
    return settings | ({"base_url": address} if address else {})


def extract_server(address: object) -> str:
    """Return an address without the names, passwords and parameters that it may carry; empty if it is not one."""
    try:
        parts = urlsplit(address if isinstance(address, str) else "")
        host, port = parts.hostname or "", f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{host}{port}{parts.path}" if host and parts.scheme else ""
