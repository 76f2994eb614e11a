"""Print shares of right and wrong readings of a model that is always right, by style of reply.

    python -m tests.bench_replies [BENCHMARK ...]

Every case of each benchmark in the data folder is answered in each style. Sets that are missing are generated. A style
that names another option takes the next option, so that every letter is both a key and a distractor.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase

from core.benchmarks.cases import Case
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.choice.benchmark_data import KEY
from core.benchmarks.data import BenchmarkData
from core.benchmarks.registry import INCLUDED, find_workspace, list_entries, load_benchmark
from core.benchmarks.triangles.benchmark import TriangleBenchmark
from core.benchmarks.visonlyqa.answer_sets import LETTERED_FIGURES
from core.generators.registry import GENERATORS, draw_default_set
from core.parsing.choice.letter_sets import NO_LETTERS
from core.records import TRIANGLE_QUESTIONS
from core.settings import read_settings

LEAST_RIGHT = 0.98
"""Lowest share of a style's replies that must be read right; none may be read wrong."""

CHOICE_STYLES: Mapping[str, str] = {
    "letter alone": "{X}",
    "letter and text": "{X}. {text}",
    "(letter) text": "({X}) {text}",
    "The answer is X.": "The answer is {X}.",
    "boxed": "\\boxed{{{X}}}",
    "small letter": "{x}",
    "text alone": "{text}",
    "X, blank line, explanation naming Y": "{X}\n\nExplanation: option {Y} would need another picture.",
    "X. text. Option Y would ...": "{X}. {text}. Option {Y} would be the mirrored view.",
    "reasons naming (Y), last line X": "Let me compare. ({Y}) does not fit.\n\n{X}",
    "The answer is X. If ..., Y.": "The answer is {X}. If the camera stood elsewhere, the answer would be {Y}.",
    "JSON, reasoning and answer": '{{"reasoning": "Option {Y} would need more.", "final_answer": "{X}"}}',
    "think block": "<think>Could it be {Y}? The answer is {Y}, or not.</think>\n\n{X}",
    "gpt-oss without channel marks": "analysisWe need to choose. Maybe {Y}.assistantfinal{X}",
    "Wait, actually X": "The answer is {Y}. Wait, I looked at the wrong side. Actually {X}.",
    "Option X shows it.": "Option {X} shows it.",
    "Answer: X most likely": "Answer: {X} most likely",
    "The answer is X clearly.": "The answer is {X} clearly.",
}
"""Forms of replies by style: {X} the right letter, {x} in lower case, {Y} another letter, {text} the right text."""

NAME_STYLES: Mapping[str, str] = {
    "name alone": "{name}",
    "It's a NAME.": "It's a {name}.",
    "sentence, blank line, name": "It has square faces like a cube, but more of them.\n\n{name}",
    "reasons and box": "A cube has six faces, this one has more. \\boxed{{{name}}}",
    "JSON, reasoning and answer": '{{"reasoning": "it looks like a cube at first", "answer": "{name}"}}',
    "The answer is NAME clearly.": "The answer is {name} clearly.",
    "think block": "<think>A cube?</think>\n{name}",
}


SET_STYLES: Mapping[str, str] = {
    "letters alone": "{letters}",
    "small letters": "{small}",
    "letters as one word": "{joined}",
    "letters in brackets": "{bracketed}",
    "The answer is X and Y.": "The answer is {words}.",
    "boxed": "\\boxed{{{letters}}}",
    "letters, blank line, explanation naming another": "{letters}\n\nExplanation: figure {other} has no ring.",
    "reasons naming another, last line letters": "Let me compare. ({other}) does not fit.\n\n{bracketed}",
    "The answer is X and Y. If ..., another.": "The answer is {words}. If it were closed, it would be {other}.",
    "JSON, reasoning and answer": '{{"reasoning": "Figure {other} has no ring.", "final_answer": "{letters}"}}',
    "JSON with a list": '{{"answer": [{quoted}]}}',
    "think block": "<think>Perhaps {other}? The answer is {other}, or not.</think>\n\n{letters}",
    "gpt-oss without channel marks": "analysisWe need to choose. Maybe {other}.assistantfinal{letters}",
    "Wait, actually X and Y": "The answer is {other}. Wait, I looked at the wrong figure. Actually {words}.",
    "Answer: X and Y most likely": "Answer: {words} most likely",
    "The answer is X and Y clearly.": "The answer is {words} clearly.",
    "X and Y show it.": "{words} {show} it.",
}
"""Forms of replies to questions with several right letters, by style."""


NUMBER_STYLES: Mapping[str, str] = {
    "number alone": "{number}",
    "number and unit": "{number} {unit}",
    "The answer is N.": "The answer is {number} {unit}.",
    "boxed": "\\boxed{{{number}}}",
    "reasons naming another, Answer: N": "The shelf is at {other} {unit}.\n\nAnswer: {number} {unit}",
    "JSON, reasoning and answer": '{{"reasoning": "At first I took {other}.", "answer": {number}}}',
    "JSON with confidence": '{{"answer": {number}, "confidence": 0.8}}',
    "think block": "<think>It may be {other}.</think>\n{number}",
    "gpt-oss without channel marks": "analysisMaybe {other} {unit}.assistantfinal{number} {unit}",
    "approximately": "It is approximately {number} {unit}.",
}
"""Forms of replies to questions for a number, by style."""

KEY_STYLES: Mapping[str, str] = {
    "JSON": "{json}",
    "reasons, fenced JSON": "The board is seen at an angle, so I rectify it first.\n\n```json\n{json}\n```",
    "lines": "{lines}",
    "table": "| key | value |\n|---|---|\n{rows}",
    "numbered list": "{numbered}",
    "JSON beside confidence": '{{"answers": {json}, "confidence": {confidence}}}',
    "JSON, another if ...": "{json}\n\nIf the board were seen from above, ab_over_ac would be 9.5.",
    "flat picture, JSON": 'In the flat picture: {{"ab_over_ac": 9.5, "angle_range_deg": 5}}\n\nFinal answer:\n{json}',
    "draft, correction": "{draft}\n\nWait, I mixed up two corners. Corrected:\n{json}",
    "think block": "<think>{draft}</think>\n{json}",
    "gpt-oss without channel marks": "analysisWe measure first. Perhaps ab_over_ac: 9.5.assistantfinal{json}",
}
"""Forms of replies to the six questions about a triangle, by style."""


def main(benchmark_ids: Sequence[str]) -> int:
    """Print the table of each benchmark; the exit code is 1 if a style is below its target."""
    workspace = read_settings().workspace
    failed = False
    for benchmark_id in benchmark_ids or list_entries(workspace):
        own = find_workspace(workspace, benchmark_id)
        benchmark = load_benchmark(own)
        if not isinstance(benchmark, ChoiceBenchmark | TriangleBenchmark):
            continue
        if not benchmark.is_here(own.release):
            if benchmark_id not in GENERATORS:
                print(f"\n{INCLUDED[benchmark_id].title}: its files are not in {own.release}.")
                continue
            draw_default_set(own)
        contents = benchmark.read(own.release)
        if isinstance(benchmark, TriangleBenchmark):
            failed |= _print_key_styles(benchmark, contents)
            continue
        keys = [truth for truth in contents.truths if truth.frame == KEY.frame]
        truths = {(key.case_id, key.question_id): str(key.value) for key in keys}
        choices = [case for case in contents.cases if any(asked.options for asked in case.asks)]
        typed = {question.question_id for question in contents.questions if ":" in question.kind}
        numeric = {question.question_id for question in contents.questions if question.kind.startswith("number:")}
        without_options = [case for case in contents.cases if not any(asked.options for asked in case.asks)]
        open_cases = [case for case in without_options if case.asks[0].question_id not in typed]
        sets = [case for case in open_cases if _is_set(truths[case.case_id, case.asks[0].question_id])]
        names = [case for case in open_cases if case not in sets]
        print(
            f"\n{benchmark_id}: {len(choices)} multiple-choice cases, {len(sets)} whose answer is a set of letters, "
            f"{len(names)} whose answer is a name"
        )
        numbers = [case for case in without_options if case.asks[0].question_id in numeric]
        if numbers:
            print(f"  {len(numbers)} cases whose answer is a number")
        if n_left := len(without_options) - len(open_cases) - len(numbers):
            print(f"  not measured: {n_left} texts, points, boxes and orders")
        for styles, cases, make in (
            (CHOICE_STYLES, choices, _make_choice_reply),
            (SET_STYLES, sets, _make_set_reply),
            (NAME_STYLES, names, _make_name_reply),
            (NUMBER_STYLES, numbers, _make_number_reply),
        ):
            failed |= _print_styles(benchmark, styles, cases, truths, make)
    return int(failed)


Make = Callable[[str, Case, str, str], str | None]


def _print_styles(
    benchmark: ChoiceBenchmark,
    styles: Mapping[str, str],
    cases: Sequence[Case],
    truths: Mapping[tuple[str, str], str],
    make: Make,
) -> bool:
    """Print a line per style and return whether one misses its target."""
    failed = False
    for style, form in styles.items() if cases else ():
        right = wrong = asked_count = 0
        for case in cases:
            asked = case.asks[0]
            truth = truths[case.case_id, asked.question_id]
            reply = make(form, case, asked.question_id, truth)
            if reply is None:
                continue
            answer = benchmark.read_reply(reply, case)[asked.question_id]
            asked_count += 1
            is_right = answer.value == (float(truth) if isinstance(answer.value, float) else truth)
            right += answer.status == "ok" and is_right
            wrong += answer.status == "invalid" or (answer.status == "ok" and not is_right)
        failed |= _print_shares(style, right, wrong, asked_count)
    return failed


def _print_shares(style: str, right: int, wrong: int, total: int) -> bool:
    """Print the line of a style that applies to some replies, and return whether it misses its target."""
    is_reached = right >= LEAST_RIGHT * total and not wrong
    if total:
        shares = f"{100 * right / total:6.1f} / {100 * wrong / total:.1f}"
        print(f"  {style:48} {shares:>14}{'' if is_reached else '   below target'}")
    return not is_reached


def _print_key_styles(benchmark: TriangleBenchmark, contents: BenchmarkData) -> bool:
    """Print a line per style of the six keys, counting single answers, and return whether one misses its target."""
    truths: dict[str, dict[str, str | float]] = {}
    for truth in contents.truths:
        if truth.frame == "3d":
            truths.setdefault(truth.case_id, {})[truth.question_id] = truth.value
    cases = [case for case in contents.cases if len(truths.get(case.case_id, {})) == len(TRIANGLE_QUESTIONS)]
    print(f"\n{benchmark.benchmark_id}: {len(cases)} cases with six questions")
    failed = False
    for style, form in KEY_STYLES.items():
        right = wrong = 0
        for case in cases:
            expected = truths[case.case_id]
            for question_id, answer in benchmark.read_reply(_make_key_reply(form, expected), case).items():
                is_right = answer.value == expected[question_id]
                right += answer.status == "ok" and is_right
                wrong += answer.status == "invalid" or (answer.status == "ok" and not is_right)
        failed |= _print_shares(style, right, wrong, len(cases) * len(TRIANGLE_QUESTIONS))
    return failed


def _make_key_reply(form: str, truths: Mapping[str, str | float]) -> str:
    values = {question.key: truths[question.question_id] for question in TRIANGLE_QUESTIONS}
    draft = {key: value if isinstance(value, str) else value + 1 for key, value in values.items()}
    return form.format(
        json=json.dumps(values),
        draft=json.dumps(draft),
        confidence=json.dumps(dict.fromkeys(values, 0.7)),
        lines="\n".join(f"{key}: {value}" for key, value in values.items()),
        rows="\n".join(f"| {key} | {value} |" for key, value in values.items()),
        numbered="\n".join(f"{number}. {value}" for number, value in enumerate(values.values(), 1)),
    )


def _make_choice_reply(form: str, case: Case, question_id: str, truth: str) -> str | None:
    """Return the reply of a style; None if the question has several right options."""
    options = next(asked.options for asked in case.asks if asked.question_id == question_id)
    if len(truth) != 1:
        return None
    index = ascii_uppercase.index(truth)
    other = ascii_uppercase[(index + 1) % len(options)]
    return form.format(X=truth, x=truth.lower(), Y=other, text=options[index])


def _is_set(truth: str) -> bool:
    return truth.isupper() or truth == NO_LETTERS


def _make_set_reply(form: str, _case: Case, _question_id: str, truth: str) -> str | None:
    """Return the reply of a style; None for the empty set, or if the style needs a wrong letter and none exists."""
    letters = [] if truth == NO_LETTERS else list(truth)
    other = next((letter for letter in LETTERED_FIGURES if letter.upper() not in letters), None)
    if not letters or (other is None and "{other}" in form):
        return None
    return form.format(
        letters=", ".join(letters),
        small=", ".join(letters).lower(),
        joined=truth,
        bracketed=", ".join(f"({letter})" for letter in letters),
        words=" and ".join(filter(None, (", ".join(letters[:-1]), letters[-1]))),
        quoted=", ".join(f'"{letter}"' for letter in letters),
        other=(other or "").upper(),
        show="show" if len(letters) > 1 else "shows",
    )


def _make_number_reply(form: str, case: Case, question_id: str, truth: str) -> str | None:
    """Return the reply of a style in the unit of the question."""
    asked = next(asked for asked in case.asks if asked.question_id == question_id)
    unit = {"deg": "degrees"}.get(asked.form.unit, asked.form.unit) if asked.form else ""
    reply = form.format(number=truth, other=round(float(truth) + 1, 2), unit=unit)
    return reply.replace(" .", ".").replace("  ", " ")


def _make_name_reply(form: str, _case: Case, _question_id: str, truth: str) -> str | None:
    """Return the reply of a style."""
    return form.format(name=truth)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
