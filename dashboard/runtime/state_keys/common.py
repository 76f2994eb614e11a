"""Session keys of elements and values that several pages share."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey, StateKeyFamily

# Benchmark, filters
BENCHMARK = StateKey("benchmark", str)
CASES_BROWSER = ElementKey("cases-browse")
CASES_FILTER_HEAD = ElementKey("filter-head")
"""Fragments of Cases that run when a filter changes: the heads above the filters and above the page, which list the
active filters (`FILTER_CHIPS`), and the content (`CASES_BROWSER`). Fragments of other pages have no key: one that is
left before it is complete stays registered, and would run beside that of Cases."""

CLEAR_CHIPS = ElementKey("clear-chips")
CLEAR_FILTERS = ElementKey("clear-filters")
COHORT = StateKey("cohort", list)
FILTER = StateKeyFamily("{}", list)
"""Made by `link_parameters.build_filter_key`."""

FILTER_CHIP = ElementKeyFamily("chip-{}")
FILTER_CHIPS = ElementKey("filter-chips")
MORE_FILTERS = ElementKey("more-filters")
REFERENCES = StateKey("references", bool)
RIGHT_AT = StateKey("right_at", float)
RUN_LIMIT = StateKey("shown", int)
URL_OF_COMPLETE_PAGE = StateKey("whole-page", str)
"""The page that ran to its end; missing while a page runs."""

# Navigation
CASE_JUMP = StateKey("go-to", str)
CASE_JUMP_MATCH = ElementKeyFamily("go-to-{}")
NAVIGATION_REQUEST = StateKey("trip-asked", object)
"""A `NavigationRequest`, until the next run."""

RUNS_WHOLE_PAGE = StateKey("has-chosen-row", bool)
"""Whether a click in a fragment needs a run of the whole page."""

TRIP = ElementKeyFamily("trip-{}")

# Controls on several pages
ABOUT_QUESTION = StateKey("about", str)
CASE_OPTIONS = ElementKey("case-options")
CASE_QUESTION = ElementKey("case-question")
CASE_QUESTION_TEXT = ElementKey("case-question-text")
CASE_SUBJECT = ElementKey("case-subject")
COLUMNS = ElementKey("columns")
DELETE = ElementKeyFamily("delete-{}")
EXAMPLES = ElementKeyFamily("examples-{}")
FRAME = ElementKey("frame")
GALLERY_PAGE = ElementKeyFamily("{}_page")
OPTION_SEARCH = StateKeyFamily("find-{}", str)
REVEAL = ElementKeyFamily("reveal-{}")
SECTION_TO_REVEAL = StateKey("asked-for-place", str)
"""Container that a sentence links to, for one run of the script."""

# Charts, tables
DOWNLOAD = ElementKeyFamily("download-{}")
EXPANDER = StateKeyFamily("opened-{}", bool)
EXPANDER_IS_MADE = StateKeyFamily("made-{}", bool)
LASSO = ElementKeyFamily("{}-lasso")
LASSO_IS_ON = ElementKeyFamily("{}-lasso-on")
N_CLEARED_SELECTIONS = StateKeyFamily("forgotten-{}", int)
REPORT_DOWNLOAD = ElementKey("report-download")
TABLE = ElementKeyFamily("{}-table")
RECREATED_TABLE = ElementKeyFamily("{}-table-{}")

# Pins, notes, cohorts, codes
BULK_DECISIONS = StateKey("review-bulk", list)
"""Ids of the decisions that the last click on *Code them* wrote."""

CHANGE_CODER = ElementKey("review-change-coder")
CLEAR_PINS = ElementKey("clear-pins")
CODER_FORM = ElementKeyFamily("{}-form")
CODER_NAME = StateKeyFamily("{}-name", str)
COHORT_AUTHOR = StateKeyFamily("{}-cohort-author", str)
COHORT_FORM = ElementKeyFamily("{}-cohort-form")
COHORT_NAME = StateKeyFamily("{}-cohort-name", str)
COHORT_SOURCE = StateKeyFamily("{}-cohort-source", str)
COHORT_TEXT = StateKeyFamily("{}-cohort-text-{}", str)
FIRST_CODER = ElementKey("coder_first")
NOTE_AUTHOR = StateKey("note-author", str)
"""Name that the visitor gave, for notes and codes."""

OPEN_PIN = ElementKeyFamily("open-{}")
PIN_ALL = ElementKey("pin-all")
PINS = StateKey("pins", dict)
"""Ids of the pinned cases by benchmark."""

PRESENT_PINNED = ElementKey("present-pinned")
PRESENT_PINS = ElementKey("present-pins")
REVIEW_PROBLEM = StateKey("review-problem", str)
"""Why entries could not be written."""

REVIEW_SAMPLE = StateKey("review_sample", str)
SAVED_COHORT = StateKey("cohort-saved", str)
"""Sentence about the cohort that was saved last, until the page shows it."""

UNDOABLE_DECISIONS = StateKey("review-undo", list)
"""Ids of the coder's decisions of this session."""

VISITOR_QUESTIONS = StateKey("questions-taken", int)
DECISION_WORDS = StateKey("review-text", str)
"""Words that the next decision stores."""

WRITER_COOKIE = ElementKey("writer-keeper")
WRITER_SECRETS = StateKey("writers-secrets", list)
"""This browser's secrets; new notes use the last one."""
