"""Records of an export: a case with its images, a reply with its scores, and a run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from core.benchmarks.cases import Case
from core.records import Answer, Frame, Reply, Run, Value


@dataclass(frozen=True, slots=True)
class CaseImage:
    """An image of a case.

    Attributes:
        path: of the file, relative to the benchmark's folder.
        image_key: name of its copies for the pages; None if the file is missing or unreadable.
        sha256: of the file as the build read it; None if it was missing.
    """

    path: str
    image_key: str | None
    sha256: str | None


@dataclass(frozen=True, slots=True)
class ExportedCase:
    """A case, its truths by question and frame, and its images in order."""

    case: Case
    truths: Mapping[str, Mapping[Frame, Value]]
    pictures: tuple[CaseImage, ...]


@dataclass(frozen=True, slots=True)
class ExportedReply:
    """A reply, the answers parsed from it, and its scores.

    Attributes:
        case: as it was asked about the run's image view.
        answers: by question, in the order of the case.
        scores: by score name, as in `ExportData.list_score_names`; only those that exist.
    """

    case: ExportedCase
    reply: Reply
    answers: Mapping[str, Answer]
    scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class ExportedRun:
    """A run as described by its journal's manifest.

    Attributes:
        label: the run's name on pages.
        began_at: start time; if unknown, the time when the warehouse was built.
        n_replies: number of cases the run was asked about.
    """

    run: Run
    label: str
    began_at: datetime
    n_replies: int

    @property
    def model_name(self) -> str:
        """The model name used in API calls, or else its display name."""
        return self.run.model.api_id or self.run.model.display_name
