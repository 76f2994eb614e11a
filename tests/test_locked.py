"""The locked set: whole, with checksums, for any index; and the licences of what it installs."""

import re
import subprocess
from importlib.metadata import PackageNotFoundError, distribution, distributions, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from core.settings import REPOSITORY
from tests.make_licences import LOCK, TABLE, licence_of, locked, needed_here

RANGES = REPOSITORY / "requirements.txt"
ALLOWED = re.compile(r"MIT|BSD|Apache|ISC|PSF|MPL|0BSD|Zlib|CC0|HPND|Python Software|Mozilla")
FORBIDDEN = re.compile(r"(?<!L)GPL|AGPL|SSPL|BUSL|Commons Clause|unknown|Proprietary")


def _version(name):
    """The installed version; one that no lock has where there is none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "0.dev0"


def test_the_lock_fits_the_ranges():
    """Each line of requirements.txt is in the lock, in one version that its range allows for every Python."""
    for line in RANGES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            wanted = Requirement(line)
            found = [one for one in locked() if canonicalize_name(one.name) == canonicalize_name(wanted.name)]
            assert found, f"{wanted.name} is not in requirements.lock: make lock"
            for one in found:
                (pin,) = one.specifier
                assert pin.operator == "=="
                assert wanted.specifier.contains(pin.version), f"{one} is outside of {wanted}: make lock"


def test_each_file_has_a_checksum_and_no_index_is_named():
    """Every package has SHA-256 checksums, and the lock says nothing of where it is to be had."""
    text = LOCK.read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[a-z0-9])", text)[1:]
    assert len(entries) == len(locked()) > 60
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry[:80]
        assert "--hash=sha1" not in entry
        assert "--hash=md5" not in entry
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_the_lock_is_whole():
    """What an installed package of the lock needs here is in the lock too, so pip takes it with checksums alone."""
    here = {canonicalize_name(name) for name in needed_here()}
    for name, one in needed_here().items():
        if not one.specifier.contains(_version(name), prereleases=True):
            continue  # its needs may be others
        for line in distribution(name).requires or []:
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in here, f"{name} needs {need.name}"


def test_the_tools_of_the_tests_take_the_locked_versions():
    """No package that is installed here wants another version of a locked one, so tests run on the locked set."""
    pins = {canonicalize_name(name): pin.version for name, one in needed_here().items() for pin in one.specifier}
    for found in distributions():
        if found.version != pins.get(canonicalize_name(found.name), found.version):
            continue  # on the newest allowed set; its needs may be others
        for need in map(Requirement, found.requires or []):
            pin = pins.get(canonicalize_name(need.name))
            if pin and (need.marker is None or need.marker.evaluate({"extra": ""})):
                assert need.specifier.contains(pin, prereleases=True), f"{found.name} wants {need}: make lock"


def test_the_licences_are_those_that_packages_state():
    """The table has a row for each package, as its command writes it from the installed package's own metadata."""
    rows = {line.split(" ")[1]: line for line in TABLE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "}
    assert rows.keys() - {"package"} == needed_here().keys()
    same = [name for name, one in needed_here().items() if one.specifier.contains(_version(name), prereleases=True)]
    if len(same) < len(rows) // 2:
        pytest.skip(f"only {len(same)} of {len(rows) - 1} packages are installed in the locked version")
    assert [rows[name] for name in same] == [f"| {name} | {licence_of(name)} |" for name in same]


def test_every_licence_may_stand_beside_ours():
    """No package demands that this repository takes its licence, and each has a licence that is known."""
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.+) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 60
    for name, licence in rows:
        if name == "package":
            continue
        assert ALLOWED.search(licence), f"{name}: {licence}"
        assert not FORBIDDEN.search(licence), f"{name}: {licence}"


def setting_up(lock):
    """What `make run` would do on a machine without anything."""
    command = ["make", "--always-make", "--dry-run", "run", f"LOCK={lock}"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout


def test_make_takes_the_lock_first_and_the_ranges_after():
    """Set-up tries the locked set with its checksums, else says so and takes the ranges; LOCK= takes them at once."""
    said = setting_up("requirements.lock")
    lock = said.index("--require-hashes -r requirements.lock")
    assert lock < said.index("Without the locked set") < said.index("set -- -r requirements.txt")
    assert "requirements.lock" not in setting_up("")
