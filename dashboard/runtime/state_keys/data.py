"""Session keys of Data."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey, StateKeyFamily

PART = ElementKey("data_part")
FILE_STATUS = ElementKey("file_status")

# Downloads
EXPORT_BUTTON = ElementKey("export-download")
EXPORT_FORMAT = ElementKey("export_form")
EXPORT_IMAGES = ElementKey("export_pictures")
EXPORT_RUNS = ElementKey("export_runs")
TABLE = ElementKey("table")
TABLE_CSV = ElementKey("table-csv")
TABLE_PARQUET = ElementKey("table-parquet")

# Imported logs
ADVANCED_IS_OPEN = StateKey("logs-advanced", bool)
"""Whether the expander with the map and the new benchmark is open."""

CREATE_BENCHMARK = ElementKeyFamily("create-from-logs-{}")
IMPORT_JOB = StateKey("taking-logs", tuple)
"""The files and choices, and their `LogImportJob`."""

IMPORT_LOGS = ElementKey("take-logs")
LOG_BENCHMARK = ElementKey("logs-benchmark")
LOG_FILES = ElementKey("logs-files")
LOG_MAP = ElementKey("logs-map")
LOG_MODEL = ElementKey("logs-model")
MAP_ROWS = ElementKeyFamily("map-logs-{}")
NEW_BENCHMARK = StateKey("logs-as-benchmark", str)

# Added table
ADD_TABLE = ElementKey("add-table")
TABLE_COLUMN = StateKeyFamily("table-column-{}", str)
TABLE_CORRECTIONS = StateKey("table-corrections", dict)
"""The columns that the user chose, by role."""

TABLE_FILES = ElementKey("table-files")
TABLE_ID = ElementKey("table-id")
TABLE_JOB = StateKey("adding-table", tuple)
"""The files and choices, and their `TableJob`."""

TABLE_TITLE = ElementKey("table-title")

# Changed runs
CHANGE_RUN = ElementKeyFamily("run-{}")
CHANGED_RUN = ElementKey("run-to-change")
CONFIRM_RENAMING = ElementKey("run-renamed")
NEW_RUN_NAME = StateKey("run-new-name", str)
RENAME_RUN = ElementKey("run-rename")
RUN_CHANGE_JOB = StateKey("run-change", object)
"""A `RunChangeJob`: the current change, or the last one."""

UNDO_REMOVAL = ElementKeyFamily("run-undo-{}")
UNDO_RENAMING = ElementKeyFamily("run-undo-name-{}")
