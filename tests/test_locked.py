"""Tests of the locked packages: complete, with checksums, for any index, and with known licences."""

import re
import subprocess
from importlib.metadata import PackageNotFoundError, distribution, distributions, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from core.settings import REPOSITORY
from tests.make_licences import LOCK, TABLE, get_licence, list_needed_here, read_lock

RANGES = REPOSITORY / "requirements.txt"
ALLOWED = re.compile(r"MIT|BSD|Apache|ISC|PSF|MPL|0BSD|Zlib|CC0|HPND|Python Software|Mozilla")
FORBIDDEN = re.compile(r"(?<!L)GPL|AGPL|SSPL|BUSL|Commons Clause|unknown|Proprietary")


def _get_version(name):
    """Return the installed version, or a version that no lock has if the package is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "0.dev0"


def test_the_lock_fits_the_ranges():
    """Each line of requirements.txt is in the lock, in one version that its range allows."""
    for line in RANGES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            required = Requirement(line)
            found = [one for one in read_lock() if canonicalize_name(one.name) == canonicalize_name(required.name)]
            assert found, f"{required.name} is not in requirements.lock: make lock"
            for one in found:
                (pin,) = one.specifier
                assert pin.operator == "=="
                assert required.specifier.contains(pin.version), f"{one} is outside of {required}: make lock"


def test_each_package_has_a_checksum_and_no_index_is_named():
    """Every package has SHA-256 checksums, and the lock names no download location."""
    text = LOCK.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text)[1:]
    assert len(entries) == len(read_lock()) > 60
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry[:80]
        assert "--hash=sha1" not in entry
        assert "--hash=md5" not in entry
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_the_lock_is_complete():
    """Requirements of locked packages are locked too, so that pip can install with checksums only."""
    here = {canonicalize_name(name) for name in list_needed_here()}
    for name, one in list_needed_here().items():
        if not one.specifier.contains(_get_version(name), prereleases=True):
            continue  # its requirements may differ
        for line in distribution(name).requires or []:
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in here, f"{name} needs {need.name}"


def test_installed_tools_are_compatible_with_the_lock():
    """No installed package requires another version of a locked package, so tests run on the locked set."""
    pins = {canonicalize_name(name): pin.version for name, one in list_needed_here().items() for pin in one.specifier}
    for found in distributions():
        if found.version != pins.get(canonicalize_name(found.name), found.version):
            continue  # on the newest allowed set; its requirements may differ
        for need in map(Requirement, found.requires or []):
            pin = pins.get(canonicalize_name(need.name))
            if pin and (need.marker is None or need.marker.evaluate({"extra": ""})):
                assert need.specifier.contains(pin, prereleases=True), f"{found.name} wants {need}: make lock"


def test_the_licences_are_those_that_packages_state():
    """The table has a row for each package, with the licence of the installed package's metadata."""
    rows = {line.split(" ")[1]: line for line in TABLE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "}
    assert rows.keys() - {"package"} == list_needed_here().keys()
    same = [
        name for name, one in list_needed_here().items() if one.specifier.contains(_get_version(name), prereleases=True)
    ]
    if len(same) < len(rows) // 2:
        pytest.skip(f"only {len(same)} of {len(rows) - 1} packages are installed in the locked version")
    assert [rows[name] for name in same] == [f"| {name} | {get_licence(name)} |" for name in same]


def test_every_licence_is_compatible_with_ours():
    """No package requires this repository to use its licence, and every package has a known licence."""
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.+) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 60
    for name, licence in rows:
        if name == "package":
            continue
        assert ALLOWED.search(licence), f"{name}: {licence}"
        assert not FORBIDDEN.search(licence), f"{name}: {licence}"


def list_setup_commands(lock):
    """List the commands of `make run` on a new machine."""
    command = ["make", "--always-make", "--dry-run", "run", f"LOCK={lock}"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout


def test_make_installs_the_lock_first_and_the_ranges_otherwise():
    """Set-up tries the locked set with checksums, then prints a message and uses the ranges; `LOCK=` skips the lock."""
    commands = list_setup_commands("requirements.lock")
    lock = commands.index("--require-hashes -r requirements.lock")
    assert lock < commands.index("Without the locked set") < commands.index("set -- -r requirements.txt")
    assert "requirements.lock" not in list_setup_commands("")
