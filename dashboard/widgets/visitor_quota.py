"""Remaining quota of a visitor of a read-only dashboard: questions to vision-language models; solvers are free."""

from core.inference.visitor_quota import VisitorQuota
from core.limits import VisitorLimits
from dashboard.data.current_benchmark import get_settings
from dashboard.runtime.state_keys import common as keys

ALLOWANCES: dict[VisitorLimits, VisitorQuota] = {}
"""One quota for all visitors of this process. Not in Streamlit's cache, which any visitor's browser can clear."""


def take_questions(count: int) -> None:
    """Count questions for this session and for the hour, all or none; nothing if not read-only.

    Raises:
        RunError: they exceed the limit of the session or of the hour.
    """
    if not count:
        return
    limits = get_settings().visitor_limits
    taken = keys.VISITOR_QUESTIONS.read() or 0
    ALLOWANCES.setdefault(limits, VisitorQuota(limits)).take(count, taken)
    keys.VISITOR_QUESTIONS.write(taken + count)


def count_questions_left() -> int:
    """Return the number of questions left to this session."""
    taken = keys.VISITOR_QUESTIONS.read() or 0
    return max(get_settings().visitor_questions - taken, 0)
