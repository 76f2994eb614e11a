"""The tree of errors. Each message says what was wrong, where, and what to do."""


class TrilensError(Exception):
    """Anything that Trilens itself refuses; shown as one line, without a traceback."""


class SettingsError(TrilensError):
    """An environment variable holds something that cannot be used."""


class FetchError(TrilensError):
    """A file of the benchmark could not be brought to the data folder."""


class ReleaseError(TrilensError):
    """A table of the release says something that cannot be true; names file, row and column."""


class ImageError(TrilensError):
    """A file is no photograph that can be shown."""


class JournalError(TrilensError):
    """A run's journal cannot be read."""


class TriangleError(TrilensError):
    """Three sides or three points that are no triangle."""


class BorderError(TrilensError):
    """Corners or a homography that cannot be those of a board in a photograph."""


class SceneError(TrilensError):
    """A synthetic scene that cannot be: a value out of range, or a camera that does not see the board."""


class BuildError(TrilensError):
    """A new warehouse could not be built, or failed its checks; the current one stays."""


class WarehouseError(TrilensError):
    """There is no warehouse to read, or a query was asked for something it does not take."""
