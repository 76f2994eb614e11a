"""The tree of errors. Each message says what was wrong, where, and what to do."""


class TrilensError(Exception):
    """Anything that Trilens itself refuses; shown as one line, without a traceback."""


class SettingsError(TrilensError):
    """An environment variable holds something that cannot be used."""


class FetchError(TrilensError):
    """A file of the benchmark could not be brought to the data folder."""


class ReleaseError(TrilensError):
    """A table of the release has an impossible value; names file, row and column."""


class ImageError(TrilensError):
    """A file is not a readable image."""


class JournalError(TrilensError):
    """A run's journal cannot be read."""


class PromptError(TrilensError):
    """A prompt does not exist, or a variant does not fit its base text."""


class ImageViewError(TrilensError):
    """A photograph cannot be shown in the image view that was asked for."""


class SelectionError(TrilensError):
    """A filter of photographs has an unknown value, or leaves no photograph."""


class RequestOptionsError(TrilensError):
    """Options of requests cannot be read, or hold a field that cannot be sent."""


class PriceError(TrilensError):
    """A price is unknown or a table of prices cannot be read."""


class BudgetError(TrilensError):
    """The next request could cost more than may be spent."""


class ModelNameError(TrilensError):
    """A model's name, address or key cannot be used; the message never holds the key."""


class CallError(TrilensError):
    """A call to a model failed.

    Attributes:
        is_temporary: the same call may work later: 429, 5xx, a lost connection, a stall.
        is_fatal: no other photograph would fare better: a wrong key, no such model, no credit.
        may_be_billed: the model may have answered all the same, so the call may have cost something.
        retry_after_s: how long the server asks to wait; None if it does not say.
        raw: what came whole and is of no use, as it came; None if nothing did.
        status: the status of the HTTP response that says so; None without one.
    """

    def __init__(
        self,
        message: str,
        *,
        is_temporary: bool = False,
        is_fatal: bool = False,
        may_be_billed: bool = False,
        retry_after_s: float | None = None,
        raw: str | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.is_temporary = is_temporary
        self.is_fatal = is_fatal
        self.may_be_billed = may_be_billed
        self.retry_after_s = retry_after_s
        self.raw = raw
        self.status = status


class ResponseTooLongError(CallError):
    """What a server sends is longer than may be held; what came before counts."""


class RunError(TrilensError):
    """A run stopped before its end; what is done is kept, and the same command resumes it."""


class ReplyFileError(TrilensError):
    """A file of another program's replies cannot be imported."""


class TriangleError(TrilensError):
    """Three sides or three points do not form a triangle."""


class BorderError(TrilensError):
    """Corners or a homography do not fit a board in a photograph."""


class SceneError(TrilensError):
    """A synthetic scene is impossible: a value out of range, or a camera that does not see the board."""


class SolidError(TrilensError):
    """A polyhedron is unknown or impossible."""


class SolverError(TrilensError):
    """A reference model cannot answer; says what was not found."""


class StatisticsError(TrilensError):
    """A statistic cannot be computed from these answers."""


class ExportError(TrilensError):
    """Runs cannot be written in the form, or to the file, that was asked for."""


class ReportError(TrilensError):
    """A report needs something that the warehouse does not have."""


class NoteError(TrilensError):
    """A note cannot be written; says which part is wrong."""


class ArchiveError(TrilensError):
    """An archive cannot be written, or is none that can be restored; nothing was changed."""


class BuildError(TrilensError):
    """A new warehouse could not be built, or failed its checks; the current one stays."""


class WarehouseError(TrilensError):
    """No warehouse can be read, or a query does not take its parameters."""


class WarehouseInUseError(WarehouseError):
    """Another program holds the warehouse's file open for writing."""


class QueryCancelledError(TrilensError):
    """A query has ended because nobody waits for its result any more: the page that asked is gone."""
