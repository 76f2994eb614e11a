"""Session keys of Ask a model and Ask yourself."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey, StateKeyFamily

# Ask a model
ANOTHER_CASE = ElementKey("another-case")
ASK_MODELS = ElementKey("ask-models")
ASK_PICTURE = ElementKey("ask-picture")
ASK_SCENE = ElementKey("ask-scene")
ANSWERS_ARE_AWAITED = StateKey("answers-are-awaited", bool)
"""Whether the user has asked and has not seen the answers yet."""

ASKED_MATRIX = ElementKey("asked-matrix")
ASKED_RESULT = ElementKey("asked-result")
CASE = StateKey("case", str)
FIRST_PROVIDER = StateKey("first-provider", str)
"""Title of the provider whose tab was open first."""

FORGET_KEY = ElementKeyFamily("forget-{}")
N_FRAMES = ElementKeyFamily("n-frames-{}")
KEEP_ANSWERS = ElementKey("keep-answers")
KEYS_BY_PROVIDER = StateKey("session-keys", dict)
"""API keys that the visitor entered; they never leave the session."""

PROMPT = StateKey("prompt", str)
PROMPT_TEXT = ElementKey("own-prompt")
PROVIDER_KEY_FIELD = StateKeyFamily("key-{}", str)
PROVIDER_MODELS = StateKeyFamily("{}", list)
REVEAL_RESULT = ElementKey("reveal-result")
REPLY = ElementKeyFamily("reply-{}")
SERVER_ADDRESS = StateKey("base-url", str)
SESSION = StateKey("ask-session", object)
"""An `AskSession`."""

SOLVERS = ElementKey("solver")
STOP_REPLY = ElementKeyFamily("stop-{}")
SUBJECT_KIND = ElementKey("way")
VIEW = ElementKey("view")
VIEW_LIST = StateKey("view-list", bool)
VIEW_PICTURE = ElementKeyFamily("view-{}")

# Own photograph
CAMERA = ElementKey("own-camera")
OWN_PICTURE = ElementKey("own-picture")
OWN_PHOTOGRAPH = StateKey("own-photograph", tuple)
"""The digest of the latest upload; the image, its measurement and its URL."""

RESET_POINTS = ElementKey("as-found")
POINT_RESETS = StateKeyFamily("resets-{}", int)
UPLOAD = ElementKey("own-upload")

# Ask yourself
ABANDON_QUIZ = ElementKey("sitting-give-up")
BEGIN_QUIZ = ElementKey("sitting-begin")
CONFIRM_ANSWER = ElementKeyFamily("{}-here")
END_QUIZ = ElementKey("sitting-end")
NEXT_CASE = ElementKey("sitting-next")
NICKNAME = ElementKey("sitting-nickname")
QUIZ = StateKey("ask-sitting", object)
"""A `Quiz`."""

QUIZ_ANSWER = StateKeyFamily("self-{}-{}", object)
QUIZ_PICTURE = ElementKey("self-picture")
QUIZ_PICTURES = ElementKeyFamily("self-picture-{}")
REPEAT_QUIZ = ElementKey("sitting-again")
RESULT_CHART = ElementKey("self-forest")
RESULT_MEASURE = ElementKey("self-measure")
