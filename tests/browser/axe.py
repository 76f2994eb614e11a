"""axe-core, the accessibility checker, from npm: fetched once, checked against its published checksum."""

import base64
import hashlib
import io
import tarfile

import httpx

from core.atomic_files import open_atomic_file
from core.settings import REPOSITORY

VERSION = "4.14.1"
SHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
ADDRESS = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
KEPT = REPOSITORY / "tests" / "output" / f"axe-{VERSION}.js"

NOT_OURS = [["[data-testid=stSidebarNav]"], ["kbd"]]
"""Drawn by Streamlit itself, where an app cannot change it: headings in its list of pages, the hints of shortcuts."""

OPTIONS = {"resultTypes": ["violations"]}
"""Every rule is on."""

SERIOUS = ("serious", "critical")


def script() -> str:
    """The checker's script.

    Raises:
        httpx.HTTPError: it is not kept yet and the registry cannot be reached.
    """
    if not KEPT.is_file():
        package = httpx.get(ADDRESS, timeout=60, follow_redirects=False).raise_for_status().content
        if base64.b64encode(hashlib.sha512(package).digest()).decode() != SHA512:
            raise ValueError(f"{ADDRESS} is not the package that was published")
        with tarfile.open(fileobj=io.BytesIO(package)) as archive:
            member = archive.extractfile("package/axe.min.js")
            with open_atomic_file(KEPT) as kept:
                kept.write(member.read())
    return KEPT.read_text(encoding="utf-8")


def serious_findings(page, checker, only=()):
    """What the checker's script finds serious on a page, one line each: rule, what it says, and where.

    With `only`, those rules are checked and no others.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(f"() => {{ {checker} }}")
    options = {**OPTIONS, "runOnly": list(only)} if only else OPTIONS
    result = page.evaluate("([outside, options]) => axe.run({exclude: outside}, options)", [NOT_OURS, options])
    return [
        f"{found['id']}: {found['help']}: {' '.join(map(str, node['target']))}: {node['html'][:160]} "
        f"{[check['message'] for check in node['any']]}"
        for found in result["violations"]
        if found["impact"] in SERIOUS
        for node in found["nodes"]
    ]
