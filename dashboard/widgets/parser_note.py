"""A sentence on the parser behind the figures of a page."""

from dashboard.data.benchmark_info import get_benchmark_info

_CHOICE_NOTE = (
    "Replies are parsed by *careful*, which takes the answer with the strongest evidence; the page Bias compares it "
    "with published parsers."
)
_NAME_NOTE = "Names and sets of letters are read from free text; the answer with the strongest evidence counts."
_BOTH_NOTE = f"{_CHOICE_NOTE} Names and sets of letters are read from free text in the same way."
_TYPES_NOTE = "Replies are read from free text by the rule of each question's type of answer."
_SIX_KEYS_NOTE = "Replies are parsed as JSON if possible, else searched for the six keys."


def describe_parser() -> str:
    """Describe the parser for the replies of the current benchmark."""
    kinds = {question.kind for question in get_benchmark_info().questions.values()}
    if "choice" in kinds:
        return _BOTH_NOTE if "name" in kinds else _CHOICE_NOTE
    if "name" in kinds:
        return _NAME_NOTE
    return _SIX_KEYS_NOTE if kinds & {"class", "ratio", "angle"} else _TYPES_NOTE
