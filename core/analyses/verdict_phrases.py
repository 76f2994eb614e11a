"""Verdicts on a model in plain words, for readers who do not know the questions behind them."""

from dataclasses import dataclass, replace

from core.analyses.estimates import SMALL_POINTS
from core.analyses.overview import Overview
from core.analyses.phrases import strip_brackets
from core.analyses.verdicts import BLIND, FOIL, LOOKS, ModelVerdicts, QuestionVerdict, Tone
from core.formatting import format_interval, format_number
from core.toml_tables import load_table

_ALWAYS = (BLIND, LOOKS)
"""Questions whose verdict is stated even if nothing is shown; the others only if they have an answer."""

_PHRASES = load_table(__file__, "verdict_phrases.toml")
_WORDS: dict[str, dict[str, str]] = _PHRASES["words"]
_UNCLEAR: dict[str, dict[str, str]] = _PHRASES["unclear"]
"""Words if an interval excludes 0, but the verdict, which is corrected for the number of models, shows nothing."""

_SHORT: dict[str, dict[str, str]] = _PHRASES["short"]
"""Words for short lines, where a legend explains them."""

_WEAK = {"not shown", "above"}
"""Verdicts on two baselines that are one line though they differ: neither is significant."""

_BRIEF: dict[str, str] = _PHRASES["brief"]
"""The first question's verdicts in words that fit into a table's cell."""

_AGAINST_TEXT: dict[str, str] = _PHRASES["against_text"]
"""Words for the second question if models are compared with a reader of the text alone."""


@dataclass(frozen=True, slots=True)
class VerdictPhrase:
    """A verdict in words.

    Attributes:
        question: key of the question.
        evidence: the estimate in points with its 95% interval; empty if there are too few groups.
    """

    question: str
    text: str
    evidence: str
    tone: Tone


def list_verdict_phrases(model: ModelVerdicts, overview: Overview) -> list[VerdictPhrase]:
    """List what is known about a model, first whether it beats the best constant answer and uses the image."""
    return [
        VerdictPhrase(question, text, _format_evidence(verdict), verdict.tone)
        for question, verdict in model.verdicts.items()
        if (text := _describe_verdict(question, verdict, overview))
    ]


def list_short_phrases(model: ModelVerdicts, overview: Overview) -> list[VerdictPhrase]:
    """List the same verdicts in short lines, without saying twice that a model is better, or worse, than not looking.

    If models are compared with the text-only baseline too, and both verdicts are alike, they are one line, with the
    difference that is less in the model's favour.
    """
    phrases, verdicts = list_verdict_phrases(model, overview), model.verdicts
    if not len(overview.looking):
        return [_shorten(phrase, verdicts[phrase.question]) for phrase in phrases]
    pair = [verdicts[question] for question in _ALWAYS if question in verdicts]
    states = {_name_state(verdict) for verdict in pair}
    if len(pair) < len(_ALWAYS) or not states <= set(_SHORT[BLIND]) or (len(states) > 1 and states != _WEAK):
        return phrases
    least = min(pair, key=lambda verdict: verdict.value)
    merged = VerdictPhrase(BLIND, _SHORT[BLIND][_name_state(least)], _format_evidence(least), least.tone)
    return [merged, *(phrase for phrase in phrases if phrase.question not in _ALWAYS)]


def _name_state(verdict: QuestionVerdict) -> str:
    """Return the verdict's word, or on which side of 0 an unclear difference is."""
    return _find_side(verdict) if _is_unclear(verdict) else verdict.word


def _shorten(phrase: VerdictPhrase, verdict: QuestionVerdict) -> VerdictPhrase:
    words = _SHORT.get(phrase.question, {})
    is_equal = phrase.question == LOOKS and verdict.word == "not shown" and _is_within_small(verdict)
    return phrase if is_equal else replace(phrase, text=words.get(_name_state(verdict), phrase.text))


def describe_against_blind(verdict: QuestionVerdict) -> str:
    """Return the verdict on whether a model beats the best constant answer, in words that fit into a table's cell."""
    return _UNCLEAR["brief"][_find_side(verdict)] if _is_unclear(verdict) else _BRIEF[verdict.word]


def _describe_verdict(question: str, verdict: QuestionVerdict, overview: Overview) -> str:
    words = overview.about.words
    if question not in _ALWAYS:
        return _describe_effect(question, verdict, overview)
    if _is_unclear(verdict):
        baseline = "against_text" if question == LOOKS and len(overview.looking) else question
        return f"{_UNCLEAR[baseline][_find_side(verdict)]} (not significant{_name_family(len(overview.compared))})"
    if verdict.word == "too few":
        of = "beats the best constant answer" if question == BLIND else "uses the image"
        return f"too few {words.groups} to tell if it {of}"
    if question == BLIND:
        return _WORDS[BLIND][verdict.word]
    if len(overview.looking):
        return _AGAINST_TEXT[verdict.word]
    if verdict.word == "not shown" and _is_within_small(verdict):
        return "ignores the image"
    return _WORDS[LOOKS][verdict.word]


def _describe_effect(question: str, verdict: QuestionVerdict, overview: Overview) -> str:
    """Describe a significant effect that is not tiny; otherwise return nothing."""
    described = overview.about
    if verdict.tone == "plain":
        return ""
    if question != FOIL:
        return f"{'better' if verdict.tone == 'better' else 'worse'} with {question}"
    foil = strip_brackets(described.foil.phrase) if described.foil else ""
    return f"reads {foil if verdict.tone == 'foil' else strip_brackets(described.truth.phrase)}"


def _is_within_small(verdict: QuestionVerdict) -> bool:
    """Return whether the whole interval is closer to 0 than `SMALL_POINTS`: equal, not only not shown to differ."""
    ends = (verdict.low, verdict.high)
    return all(end is not None and abs(end) < SMALL_POINTS for end in ends)


def _is_unclear(verdict: QuestionVerdict) -> bool:
    """Return whether the interval excludes 0, but the verdict, which is corrected for all models, shows nothing."""
    return verdict.word == "not shown" and _is_beyond_zero(verdict) and not _is_within_small(verdict)


def _find_side(verdict: QuestionVerdict) -> str:
    return "above" if verdict.value > 0 else "below"


def _name_family(n_models: int) -> str:
    """Name the models whose number a verdict is corrected for; empty for one."""
    return f" among {n_models:,} models" if n_models > 1 else ""


def _is_beyond_zero(verdict: QuestionVerdict) -> bool:
    return (verdict.low is not None and verdict.low > 0) or (verdict.high is not None and verdict.high < 0)


def _format_evidence(verdict: QuestionVerdict) -> str:
    if verdict.low is None:
        return ""
    interval = format_interval(verdict.low, verdict.high, with_plus=True)
    return f"{format_number(verdict.value, with_plus=True)} ({interval})"
