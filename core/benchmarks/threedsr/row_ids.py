"""Row ids: eight characters for the question, `-flip` for the mirror image of its image, `-1` for a pass.

Source: layout of the released tables as listed in docs/benchmarks/threedsr.md.
"""

import re
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha256

FLIP = "-flip"
_FORM = re.compile(r"([A-Za-z0-9]{8})(-flip)?(?:-([1-9]))?")


@dataclass(frozen=True, slots=True)
class RowId:
    """The parts of an id.

    Attributes:
        base: eight characters.
        is_flipped: whether the image is mirrored.
        turn: number of the circular pass, from 0.
    """

    base: str
    is_flipped: bool = False
    turn: int = 0

    def __str__(self) -> str:
        return self.group + (f"-{self.turn}" if self.turn else "")

    @property
    def group(self) -> str:
        """Id of the question about one image, over all passes: the unit of the official score."""
        return self.base + (FLIP if self.is_flipped else "")

    @property
    def of_pair(self) -> str:
        """Id of the row about the unmirrored image, in the same pass."""
        return str(RowId(self.base, turn=self.turn))


def make_id_base(name: str) -> str:
    """Derive eight capital letters and digits from a question's full name."""
    return b32encode(sha256(name.encode()).digest())[:8].decode()


def read_id(text: str) -> RowId | None:
    """Return the parts of an id; None if it has another form."""
    match = _FORM.fullmatch(text)
    return RowId(match[1], bool(match[2]), int(match[3] or 0)) if match else None
