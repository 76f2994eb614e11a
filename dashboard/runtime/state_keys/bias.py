"""Session keys of Bias."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily, StateKey

ALL_CLASS_SHARES_CHART = ElementKey("all-shares")
ANSWER_VALUE = StateKey("said", object)
ANSWERED_CASES = ElementKey("said-so")
CLASS_SHARES_CHART = ElementKey("class-shares")
COMMON_ANSWERS_CHART = ElementKey("commonest-answers")
CONFUSION_CELL = StateKey("cell", tuple)
CONFUSION_MATRIX = ElementKey("confusion-matrix")
HABIT_CASES = ElementKeyFamily("habit-{}-cases")
ISOSCELES_TOLERANCE = ElementKey("isosceles")
NUMBERS_CHART = ElementKey("numbers-chart")
OFFSET_CHART = ElementKey("miss-cloud")
RIGHT_ANGLE_TOLERANCE = ElementKey("right_angle")
RUN = ElementKey("run")
RUN_FOREST = ElementKeyFamily("{}-of-{}-runs")
SIGNAL_GROUP = ElementKey("told_among")
SIGNAL_QUESTION = ElementKey("told_question")
