"""The hierarchy of errors. Each message states what is wrong, where, and what to do."""


class TrilensError(Exception):
    """The base class of all errors that Trilens raises; shown as one line, without a traceback."""


class SettingsError(TrilensError):
    """An environment variable has an invalid value."""


class PluginError(TrilensError):
    """A plug-in cannot be used; the message names it and the distribution that declares it."""


class CheckoutError(TrilensError):
    """A command needs files that only a checkout of the repository has."""


class FetchError(TrilensError):
    """A file of the benchmark could not be fetched into the data folder."""


class ReleaseError(TrilensError):
    """A table of the release has an impossible value; the message names file, row and column."""


class ImageError(TrilensError):
    """A file is not a readable image."""


class JournalError(TrilensError):
    """A run's journal cannot be read."""


class PromptError(TrilensError):
    """A prompt does not exist, or a variant does not fit its base text."""


class ImageViewError(TrilensError):
    """A photograph cannot be shown in the requested image view."""


class SelectionError(TrilensError):
    """A filter of cases has an unknown value or matches no case."""


class RequestOptionsError(TrilensError):
    """Request options cannot be read, or contain a field that cannot be sent."""


class PriceError(TrilensError):
    """A price is unknown or a table of prices cannot be read."""


class BudgetError(TrilensError):
    """The next request could exceed the budget."""


class ModelNameError(TrilensError):
    """A model's name, address or key cannot be used; the message never contains the key."""


class CallError(TrilensError):
    """A call to a model failed.

    Attributes:
        is_temporary: the same call may succeed later: 429, 5xx, a lost connection, a stall.
        is_fatal: every other case would fail too: a wrong key, no such model, no credit.
        may_be_billed: the model may have answered nevertheless, so the call may have cost something.
        retry_after_s: how long the server asks to wait; None if it does not state this.
        raw: the unusable response as received, if it arrived whole; None otherwise.
        status: the status code of the HTTP response that reported the failure; None without a response.
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
    """A server's response exceeds the length limit; the part before the limit counts."""


class RunError(TrilensError):
    """A run stopped early; finished replies are kept, and the same command resumes it."""


class ReplyFileError(TrilensError):
    """A file with replies from another program cannot be imported."""


class TriangleError(TrilensError):
    """Three sides or three points do not form a triangle."""


class BorderError(TrilensError):
    """Corners or a homography do not fit a board in a photograph."""


class SceneError(TrilensError):
    """A synthetic scene is impossible: a value out of range, or a camera that does not see the board."""


class SolidError(TrilensError):
    """A polyhedron is unknown or impossible."""


class SolverError(TrilensError):
    """A reference model cannot answer; the message states what was not found."""


class StatisticsError(TrilensError):
    """A statistic cannot be computed from these answers."""


class ExportError(TrilensError):
    """Runs cannot be written in the requested format or to the requested file."""


class ReportError(TrilensError):
    """A report needs data that the warehouse does not contain."""


class NoteError(TrilensError):
    """A note cannot be written; the message names the part that is wrong."""


class ReviewError(TrilensError):
    """An entry of a failure review is invalid, or a search or sample cannot be made; the message names the part."""


class ArchiveError(TrilensError):
    """An archive cannot be written or restored; nothing was changed."""


class BuildError(TrilensError):
    """A new warehouse could not be built or failed its checks; the current one is kept."""


class WarehouseError(TrilensError):
    """The warehouse cannot be read, or a query does not accept its parameters."""


class WarehouseInUseError(WarehouseError):
    """Another program holds the warehouse's file open for writing."""


class QueryCancelledError(TrilensError):
    """A query was cancelled because the page that needed its result is gone."""


class QueryTimeoutError(WarehouseError):
    """A query took longer than its limit and was stopped."""
