"""Session keys of Cases."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey

# Case
ANSWER_MATRIX = ElementKey("answer-matrix")
CASE_AHEAD = ElementKey("case-ahead")
CASE_BEHAVIOURS = ElementKey("case-behaviours")
CASE_CONDITIONS = ElementKey("case-conditions")
CASE_FACTS = ElementKey("case-facts")
CASE_HEAD = ElementKey("case-head")
CASE_PHOTOGRAPH = ElementKey("case-photograph")
CASE_PREVIEW = ElementKey("case-preview")
CLOSED_CASE = StateKey("case-left", str)
"""The case that was open until now; the gallery scrolls to its tile."""

DIFFERENCE = ElementKeyFamily("difference-{}-{}")
FRAMES = ElementKeyFamily("frames-{}")
IMAGE = ElementKeyFamily("image-{}")
IMPLIED_ANSWERS_RUN = StateKey("implied", str)
LAST_OPENED_CASE = StateKey("opened-last", str)
"""The gallery marks it."""

LAYERS = ElementKey("layers")
RECTIFIED_LAYERS = ElementKey("rectified")
RECTIFIED_VIEW = ElementKey("rectified-view")
PREVIEWED = ElementKeyFamily("preview-{}")
"""A component of a case that is drawn over the gallery, by the key of the component on the case's page."""

PREVIEWED_SUBJECT = ElementKey("case-preview-subject")
REPLY = ElementKeyFamily("reply-{}-{}")
REPLY_TOGGLES = ElementKey("case-replies")
SHOWN_REPLIES = StateKey("shown-replies", list)
"""Labels of the visible replies and prompts."""

SIMILAR_CASES = ElementKey("similar-gallery")
SINGLE_IMAGE = ElementKey("image-1")
TEXT_DIFFERENCES = ElementKeyFamily("case-differences-{}")

# Gallery
CASES_STAGE = ElementKey("cases-stage")
CASE_SEARCH = StateKey("case_search", str)
CODE = StateKey("code", str)
CODE_SAMPLE = StateKey("code_sample", str)
CODER = StateKey("code_coder", str)
GALLERY = ElementKey("cases-gallery")
GALLERY_HEAD = ElementKey("gallery-head")
GALLERY_IS_DRAWN = StateKey("has-shown-gallery", bool)
GO_BACK = ElementKey("go-back")
GROUP_BY = StateKey("group_by", str)
LEVEL_HISTOGRAMS = ElementKey("level-histograms")
NOTE_LABEL = StateKey("label", str)
OUTCOME = StateKey("outcome", str)
PAGE_NUMBER = StateKey("page", int)
"""With `GROUP_BY` and `TILE_SIZE` in the URL while a case is open: `dashboard/pages/cases/url_state.py`."""

REMOVE_SCOPE = ElementKey("remove-scope")
REPLY_SEARCH = StateKey("reply_search", str)
RIGHT_MODEL = StateKey("right", str)
SCOPE_CHIP = ElementKey("scope-chip")
SORT_ORDER = StateKey("sort", str)
TILE_SIZE = StateKey("tile_size", str)
WRONG_MODEL = StateKey("wrong", str)

# Notes
CHANGED_NOTE = StateKey("note-changed", str)
"""Id of the note that is being changed."""

EDIT_NOTE = ElementKeyFamily("edit-{}")
NEW_NOTE_LABEL = ElementKeyFamily("note-label-{}")
NOTE_FORM = ElementKeyFamily("note-{}")
NOTE_TEXT = ElementKeyFamily("note-text-{}")
QUICK_LABEL = ElementKeyFamily("quick-label-{}")
N_WRITTEN_NOTES = StateKey("notes-written", int)
"""Number of notes that were saved or deleted; each gets new fields."""

# Presentation
GUESS = ElementKey("guess-subject")
PINNED_TILE = ElementKeyFamily("pinned-{}")
PRESENTER_DIALOG = StateKey("presenter-dialog", str)
"""Title of the dialog to open, for one run of the script."""

REVEALED_CASES = StateKey("presenter-revealed", set)
"""Cases whose truth is visible."""

SLIDE = ElementKey("presenter-slide")
SLIDE_HEAD = ElementKey("slide-head")
SLIDE_SUBJECT = ElementKey("choice-subject")
