"""Session keys of Review."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey, StateKeyFamily

PART = ElementKey("review_part")

# Queue
DRAW_SAMPLE = ElementKey("review-draw")
FIRST_RUN = ElementKey("review_first")
QUEUE = ElementKey("review_queue")
QUEUE_CHOICE = ElementKey("review-queue-choice")
RECODED_SHARE = ElementKey("review-share")
SAMPLE_SIZE = ElementKey("review-size")
SECOND_RUN = ElementKey("review_second")

# Answer
OPEN_CASE = ElementKey("review-open-case")
REPLY = ElementKey("review-reply")
REPLY_TEXT = ElementKey("review-reply-text")

# Coding desk
ACTION = ElementKeyFamily("review-{}")
CODE = ElementKeyFamily("review-code-{}")
CODES = ElementKey("review-codes")
CONTROLS = ElementKey("review-controls")
DECISION = ElementKey("review-decision")
DESK = ElementKey("review-desk")
DESK_FORM = ElementKeyFamily("review-form-{}")
KEYBOARD = ElementKey("review-keys")
N_SUBMITTED_FORMS = StateKey("review-times", int)
"""Each form gets new fields, so that keys work again after it."""

NEW_CODE_FIELD = ElementKey("review-name-field")
NEW_CODE_NAME = StateKeyFamily("review-new-{}", str)
POSITION = StateKeyFamily("review-position-{}", int)
"""Position in the queue with this token."""

REMOVE_WORDS = ElementKey("review-remove-text")
SUGGESTION = ElementKeyFamily("review-suggestion-{}")
UNDO_DECISION = ElementKey("review-z")
WORDS = StateKeyFamily("review-words-{}", str)
WORDS_FIELD = ElementKey("review-words-field")

# Codebook
CODE_CARD = ElementKeyFamily("codebook-{}")
CODE_CASES = ElementKeyFamily("cases-of-{}")
CODE_COLOUR = StateKeyFamily("colour-of-{}", str)
CODE_DEFINITION = StateKeyFamily("definition-of-{}", str)
CODE_EXAMPLE = ElementKeyFamily("example-of-{}")
CODE_FORM = ElementKeyFamily("change-{}")
CODE_NAME = StateKeyFamily("name-of-{}", str)
CODE_PART = StateKeyFamily("part-{}-of-{}", str)
DEFINITION_FIELD = StateKey("new-code-definition", str)
MERGE_FORM = ElementKeyFamily("merge-{}")
MERGE_TARGET = StateKeyFamily("target-of-{}", str)
NAME_FIELD = StateKey("new-code-name", str)
NEW_CODE_FORM = ElementKey("new-code-form")
NEW_EXAMPLE = StateKeyFamily("new-example-of-{}", object)
SPLIT_FORM = ElementKeyFamily("split-{}")

# Search
BULK_CODE = ElementKey("bulk-code")
BULK_CODING = ElementKey("find-bulk")
BULK_SAVE = ElementKey("bulk-save")
BULK_UNDO = ElementKey("bulk-undo")
OPEN_FOUND_CASES = ElementKey("find-open-cases")
SEARCH_MODE = ElementKey("find_mode")
SEARCH_OUTCOME = ElementKeyFamily("find-outcome-{}")
SEARCH_REPLY = ElementKeyFamily("find-reply-{}")
SEARCH_TEXT = ElementKey("find_text")

# Agreement, cohorts
COHORT = ElementKeyFamily("cohort-{}")
COHORT_FILE = ElementKey("cohorts-file")
COHORT_FILE_FORM = ElementKey("import-cohorts-form")
DISAGREEMENT = ElementKeyFamily("disagreement-{}")
EXPORT_COHORTS = ElementKey("export-cohorts")
OPEN_COHORT = ElementKeyFamily("open-cohort-{}")
OPEN_VIEW = ElementKeyFamily("view-cohort-{}")
PRESENT_COHORT = ElementKeyFamily("present-cohort-{}")
RATES_CHART = ElementKey("review-rates")
SECOND_CODER = ElementKey("coder_second")
