"""Access to the research engines in `tools`, which a checkout has and a package of the product alone lacks."""

import sys

from core.errors import CheckoutError
from core.settings import REPOSITORY


def require_tools(purpose: str) -> None:
    """Make `tools` importable from any working folder; call it before the import.

    Args:
        purpose: what needs the tools, as the subject of an error's sentence.

    Raises:
        CheckoutError: this installation has no tools.
    """
    if not (REPOSITORY / "tools" / "__init__.py").is_file():
        raise CheckoutError(
            f"{purpose} needs the folder tools, which {REPOSITORY} lacks. Clone the repository and run it there."
        )
    if str(REPOSITORY) not in sys.path:
        sys.path.insert(0, str(REPOSITORY))
