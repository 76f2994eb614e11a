"""Agreement between Trilens and the authors' own extraction in reading VisOnlyQA's replies."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.visonlyqa.dataset_facts import PROMPTS
from core.benchmarks.visonlyqa.questions import VisQuestion, read_questions
from core.benchmarks.visonlyqa.responses import Response, read_responses
from core.errors import ReleaseError
from core.formatting import to_single_line
from core.parsing.choice.letter_sets import join_letters
from core.parsing.choice.multiple_answers import parse_multiple_answers
from core.parsing.choice.parsers import parse_choice
from core.parsing.choice.result import ChoiceReading
from core.progress import Progress, Report, ignore_progress

STAGE = "Reading VisOnlyQA's replies"
SHOWN_CHARACTERS = 160
"""Length of the part of a reply's end that the list of differences shows."""

_NO_OPTION = ("", "none", "noneoftheabove")


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """A reply that Trilens and the authors read differently.

    Attributes:
        theirs: the answer that the authors extracted, as letters.
        reason: why our reading failed, or which words determined it.
    """

    response: Response
    ours: str
    theirs: str
    reason: str


@dataclass(frozen=True, slots=True)
class ReadingAgreement:
    """Counts of replies by prompt and model, and the differences.

    Attributes:
        by_rule: counts of replies by prompt and whether both agree, for replies that the authors read with a rule.
        by_gpt_4o: the same, for replies from which GPT-4o extracted the answer.
    """

    read: Counter[tuple[str, str]]
    same: Counter[tuple[str, str]]
    differences: list[ReadingDifference]
    by_rule: Counter[tuple[str, bool]]
    by_gpt_4o: Counter[tuple[str, bool]]

    def share(self, prompt: str, model: str | None = None) -> float:
        """Return the share of replies to a prompt with the same reading by both, for one model or for all."""
        keys = [key for key in self.read if key[0] == prompt and model in (None, key[1])]
        return sum(self.same[key] for key in keys) / sum(self.read[key] for key in keys)


def to_letters(y_pred: str, question: VisQuestion) -> str:
    """Return the authors' extracted answer as letters of the options; unchanged if it names no option."""
    names = question.names
    if not question.has_multiple_answers:
        return join_letters([names.index(y_pred)]) if y_pred in names else y_pred
    parts = [part.strip().lower() for part in y_pred.split(",")]
    if y_pred.strip().lower() in _NO_OPTION:
        return join_letters(())
    return join_letters(names.index(part) for part in parts) if set(parts) <= set(names) else y_pred


def read_response(response: Response) -> ChoiceReading:
    """Return the reading of a reply by the parser for its question."""
    question = response.question
    if question.has_multiple_answers:
        return parse_multiple_answers(response.text, question.options, question.question)
    return parse_choice(response.text, question.options, question=question.question)


def measure_agreement(folder: Path, report: Report = ignore_progress) -> ReadingAgreement:
    """Measure how often both readings of a reply agree, for all responses in a folder with the authors' files.

    Raises:
        ReleaseError: questions or responses are missing, or a file is not valid.
    """
    questions = read_questions(folder)
    responses = list(read_responses(folder, questions))
    if not responses:
        raise ReleaseError(
            f"{folder} contains no replies of VisOnlyQA. Give --source a clone of the authors' repository, or fetch "
            "them: trilens fetch --benchmark visonlyqa"
        )
    return compare_readings(responses, report)


def compare_readings(responses: Sequence[Response], report: Report = ignore_progress) -> ReadingAgreement:
    """Measure how often both readings of these replies agree."""
    agreement = ReadingAgreement(Counter(), Counter(), [], Counter(), Counter())
    for number, response in enumerate(responses):
        if number % 500 == 0:
            report(Progress(STAGE, number, len(responses)))
        key = response.prompt, response.model
        reading = read_response(response)
        theirs = to_letters(response.y_pred, response.question)
        agreement.read[key] += 1
        step = agreement.by_rule if is_read_by_rule(response) else agreement.by_gpt_4o
        step[response.prompt, reading.letter == theirs] += 1
        if reading.letter == theirs:
            agreement.same[key] += 1
        else:
            agreement.differences.append(
                ReadingDifference(
                    response, reading.letter or reading.status, theirs, _explain(reading, response, theirs)
                )
            )
    report(Progress(STAGE, len(responses), len(responses)))
    return agreement


def _explain(reading: ChoiceReading, response: Response, theirs: str) -> str:
    if reading.status != "ok":
        ours = f"ours unread because {reading.reason}"
    else:
        ours = (
            f"ours read {to_single_line(reading.stated or '')[:80]!r} ({reading.evidence or reading.note or 'letter'})"
        )
    return f"{ours}; {_explain_theirs(response, theirs, reading)}"


def _explain_theirs(response: Response, theirs: str, reading: ChoiceReading) -> str:
    """Return which step of the authors' extraction gave their reading, and why it is wrong if that is certain."""
    if response.question.has_multiple_answers:
        if reading.letter == join_letters(()) and theirs != join_letters(()):
            return (
                "theirs wrong because the reply states that no option is right, but they took the letters that it lists"
            )
        return "theirs extracted by GPT-4o"
    if is_read_by_rule(response):
        return "theirs is the only option whose name occurs in the reply, wherever it occurs"
    if reading.status != "ok":
        return "theirs extracted by GPT-4o from a reply in which we find no stated answer"
    return "theirs extracted by GPT-4o"


def is_read_by_rule(response: Response) -> bool:
    """Return whether a rule, the first step of the authors' extraction, reads a reply; otherwise GPT-4o does."""
    question = response.question
    return not question.has_multiple_answers and find_only_option(response.text, question.names) is not None


def find_only_option(text: str, names: Sequence[str]) -> str | None:
    """Return the result of the first step of the authors' extraction; None if that step leaves the reply to GPT-4o.

    It takes the only option whose name in brackets occurs in the reply, or else the only one whose name occurs at all,
    even within a word.

    Source: src/evaluation/evaluation.py of the authors' repository.
    """
    for form in ("({})", "{}"):
        found = [name for name in names if form.format(name) in text]
        if len(found) == 1:
            return found[0]
    return None


def format_agreement(agreement: ReadingAgreement) -> str:
    """Format the shares per prompt and model and the list of differences as text."""
    models = sorted({model for _, model in agreement.read})
    width = max(map(len, models))
    lines = ["Replies read as the authors' extraction reads them"]
    for prompt, title in PROMPTS.items():
        if not any(key[0] == prompt for key in agreement.read):
            continue
        lines += ["", f"{title}: {_format_share(agreement, prompt, models)}"]
        for step, counts in (("by the authors' rule", agreement.by_rule), ("by GPT-4o", agreement.by_gpt_4o)):
            same, read = counts[prompt, True], counts[prompt, True] + counts[prompt, False]
            lines += [f"  of these extracted {step}: {same / read:7.2%} ({same} of {read})"] if read else []
        lines += [
            f"  {model:<{width}}  {_format_share(agreement, prompt, [model])}"
            for model in models
            if agreement.read[prompt, model]
        ]
    unread = sum(difference.ours in ("unparsed", "invalid") for difference in agreement.differences)
    total = len(agreement.differences)
    lines += ["", f"Differences: {total}, of which {unread} are unread by us and {total - unread} read differently"]
    lines += [_format_difference(difference) for difference in agreement.differences]
    return "\n".join(lines)


def _format_share(agreement: ReadingAgreement, prompt: str, models: Iterable[str]) -> str:
    same, read = (sum(counts[prompt, model] for model in models) for counts in (agreement.same, agreement.read))
    return f"{same / read:7.2%} ({same} of {read})"


def _format_difference(difference: ReadingDifference) -> str:
    response = difference.response
    place = f"{response.question.case_id}, {response.model}, {PROMPTS[response.prompt]}"
    reply = to_single_line(response.text)[-SHOWN_CHARACTERS:]
    return f"  {place}: ours {difference.ours}, theirs {difference.theirs!r}; {difference.reason}; reply ends {reply!r}"
