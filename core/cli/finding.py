"""The result of a check of an installation."""

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "note", "wrong"]
"""`note`: Trilens works nevertheless, or the state may be intended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check, and what to do if there is a problem."""

    area: str
    state: State
    sentence: str
