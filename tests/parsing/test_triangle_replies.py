"""Tests of replies about triangles: a table of cases, and no text makes the parser raise."""

import json
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.parsing.triangle_replies import parse_triangle_reply
from core.records import TRIANGLE_QUESTIONS
from tests.each_row import check_each_row

BASE = {
    "side_type": "scalene",
    "angle_type": "acute",
    "ab_over_ac": 1.25,
    "abs_b_minus_c_deg": 12.5,
    "max_over_min_side": 1.5,
    "angle_range_deg": 30.0,
}
GOOD = json.dumps(BASE)
ALL_OK = {q.question_id: ("ok", BASE[q.key]) for q in TRIANGLE_QUESTIONS}


def with_value(key: str, literal: str) -> str:
    """Return the good reply with one value replaced by a literal piece of JSON or other text."""
    return GOOD.replace(f'"{key}": {json.dumps(BASE[key])}', f'"{key}": {literal}')


def without(key: str) -> str:
    """Return the good reply without one key."""
    return json.dumps({name: value for name, value in BASE.items() if name != key})


def other(question_id: str, status: str, value: object = None) -> dict:
    """Return the good answers except for one."""
    return {**ALL_OK, question_id: (status, value)}


MISSING = dict.fromkeys(ALL_OK, ("missing", None))
DRAFT = GOOD.replace("scalene", "isosceles").replace("1.25", "9.75")
LINES = "".join(f"{key}: {value}\n" for key, value in BASE.items())
FORM = json.dumps(
    {
        "side_type": "equilateral | isosceles | scalene",
        "angle_type": "acute | right | obtuse",
        "ab_over_ac": "number",
        "abs_b_minus_c_deg": "<float>",
        "max_over_min_side": 1.0,
        "angle_range_deg": 0.0,
    }
)
"""The form of an answer, as models repeat it: with placeholders, and with numbers that mean nothing."""

CUT = GOOD[: GOOD.index('"max_over')]
FOUR_OK = {**ALL_OK, "Q5": ("missing", None), "Q6": ("missing", None)}

CASES = {
    # forms of a whole reply
    "to the letter": (GOOD, ALL_OK),
    "indented": (json.dumps(BASE, indent=2), ALL_OK),
    "minified": (json.dumps(BASE, separators=(",", ":")), ALL_OK),
    "code fence": (f"```json\n{GOOD}\n```", ALL_OK),
    "code fence without language": (f"```\n{GOOD}\n```", ALL_OK),
    "prose before": (f"Looking at the picture, the answer is: {GOOD}", ALL_OK),
    "prose after": (f"{GOOD}\nI hope that this helps!", ALL_OK),
    "prose with braces and LaTeX": (f"Let \\frac{{AB}}{{AC}} = {{x}}. Then\n{GOOD}", ALL_OK),
    "byte order mark": ("\ufeff" + GOOD, ALL_OK),
    "trailing comma": (GOOD.replace("}", ",}"), ALL_OK),
    "single quotes": (GOOD.replace('"', "'"), ALL_OK),
    "curly quotes": (GOOD.replace('"scalene"', "“scalene”").replace('"acute"', "“acute”"), ALL_OK),
    "no quotes around keys": (GOOD.replace('"', ""), ALL_OK),
    "missing comma between lines": (json.dumps(BASE, indent=1).replace(",\n", "\n"), ALL_OK),
    "comments": (json.dumps(BASE, indent=1).replace(",\n", ", // measured\n"), ALL_OK),
    "lines of key and value": ("\n".join(f"{key}: {value}" for key, value in BASE.items()) + "\n", ALL_OK),
    "Markdown list": ("\n".join(f"- **{key}**: {value}" for key, value in BASE.items()) + "\n", ALL_OK),
    "JSON inside a JSON text": (json.dumps(GOOD), ALL_OK),
    "nested under a key": (json.dumps({"answers": BASE}), ALL_OK),
    "inside a list": (json.dumps([BASE]), ALL_OK),
    "keys in capitals": (json.dumps({key.upper(): value for key, value in BASE.items()}), ALL_OK),
    "keys in camel case": (
        json.dumps({"sideType": "scalene", **{k: v for k, v in BASE.items() if k != "side_type"}}),
        ALL_OK,
    ),
    "keys Q1 to Q6": (json.dumps(dict(zip(ALL_OK, BASE.values(), strict=True))), ALL_OK),
    "extra keys": (json.dumps({**BASE, "confidence": 0.9, "note": "a { brace"}), ALL_OK),
    "keys inside a text value": (json.dumps({"thought": 'I set "side_type": "isosceles" first', **BASE}), ALL_OK),
    "two objects, the last counts": (GOOD.replace("scalene", "isosceles") + " or rather " + GOOD, ALL_OK),
    "two objects, the last counts though it states less": (
        f'{GOOD} {{"side_type": "isosceles"}}',
        {**MISSING, "Q1": ("ok", "isosceles")},
    ),
    "same key twice, the last counts": (GOOD.replace("{", '{"ab_over_ac": 3.0, ', 1), ALL_OK),
    "thousands of characters": ("word { } " * 3000 + GOOD + " word" * 3000, ALL_OK),
    "cut after four answers": (CUT, FOUR_OK),
    "cut inside a number": (GOOD[:-2], other("Q6", "unparsed")),
    "empty": ("", MISSING),
    "white space": (" \n\t", MISSING),
    "refusal": ("I'm sorry, I can't help with that.", MISSING),
    "empty object": ("{}", MISSING),
    "a number": ("42", MISSING),
    "a list": ("[1, 2, 3]", MISSING),
    "null": ("null", MISSING),
    "HTML": ("<script>alert(1)</script>", MISSING),
    "one answer only": ('{"ab_over_ac": 1.25}', {**MISSING, "Q3": ("ok", 1.25)}),
    # which part of a reply is the answer
    "thinking with a draft": (f"<think>{DRAFT}</think>{GOOD}", ALL_OK),
    "thinking with a draft, then a cut answer": (f"<think>{DRAFT}</think>{CUT}", FOUR_OK),
    "thinking with a draft, then nothing": (f"<think>{GOOD}</think>", MISSING),
    "thinking without its beginning, then lines": (f"{DRAFT}</think>\n{LINES}", ALL_OK),
    "thinking twice": (f"<think>{DRAFT}</think>{DRAFT}<think>or</think>{GOOD}", ALL_OK),
    "thinking that fills in no key": (
        f"<think>angle_range_deg: 12.0\n</think>{without('angle_range_deg')}",
        other("Q6", "missing"),
    ),
    "thinking without an end": (f"<think>Perhaps {GOOD}", MISSING),
    "thinking without an end, behind the answer": (f"{GOOD}<think>Let me check: {DRAFT}", ALL_OK),
    "thinking in other words": (f"<thinking>{DRAFT}</thinking>{CUT}", FOUR_OK),
    "thinking in capitals": (f"[THINK]{DRAFT}[/THINK]{CUT}", FOUR_OK),
    "thinking in a channel": (
        f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>{CUT}",
        FOUR_OK,
    ),
    "a channel of thinking only": (f"<|channel|>analysis<|message|>{GOOD}", MISSING),
    "draft, then a cut answer": (f"Draft: {DRAFT} Final: {CUT}", FOUR_OK),
    "draft, then an answer cut in its first value": (f'{GOOD} {{"side_type": "sca', MISSING),
    "draft, then an answer cut at its brace": (f"{GOOD} Final:\n```json\n{{", MISSING),
    "draft, then an answer without a key": (f"{DRAFT} {without('angle_range_deg')}", other("Q6", "missing")),
    "draft, then an answer with single quotes": (DRAFT + GOOD.replace('"', "'"), ALL_OK),
    "draft with single quotes, then an answer": (DRAFT.replace('"', "'") + GOOD, ALL_OK),
    "draft, then lines": (f"{DRAFT}\nCorrected:\n{LINES}", ALL_OK),
    "lines, then an answer without a key": (f"{LINES}{without('side_type')}", other("Q1", "missing")),
    "answer without a key, then its line": (f"{without('angle_range_deg')}\nangle_range_deg: 30.0\n", ALL_OK),
    "answer, then the same in words": (f"{GOOD}\nside_type: scalene, since all differ\n", ALL_OK),
    "answer, then words about a key": (f"{GOOD}\nangle_type: the largest angle is below 90\n", ALL_OK),
    "answer, then words that are cut": (f"{GOOD}\nab_over_ac: 1.2", ALL_OK),
    "answer, then the form": (f"{GOOD}\nForm: {FORM}", ALL_OK),
    "answer, then the form without quotes": (f"{GOOD}\n{FORM.replace(chr(34), '')}", ALL_OK),
    "answer, then the form with a quote around each class": (
        f'{GOOD}\n{{"side_type": "equilateral" | "isosceles" | "scalene", "ab_over_ac": float}}',
        ALL_OK,
    ),
    "answer, then its JSON schema": (
        f"{GOOD}\n{json.dumps({'properties': {key: {'type': 'string'} for key in BASE}})}",
        ALL_OK,
    ),
    "answer in lines, then the prompt's words": (
        f'{LINES}- "side_type": one of "equilateral", "isosceles", "scalene"\n- "ab_over_ac": number with 4 decimals\n',
        ALL_OK,
    ),
    "form, then the answer": (f"{FORM}\n{GOOD}", ALL_OK),
    "form, then the answer in lines": (f"{FORM}\n{LINES}", ALL_OK),
    "form only": (FORM, MISSING),
    "one placeholder": (with_value("ab_over_ac", '"number"'), other("Q3", "unparsed")),
    "answer, then an object of other keys": (f'{GOOD} {{"confidence": 0.9}}', ALL_OK),
    "answer, then LaTeX": (f"{GOOD} since \\frac{{AB}}{{AC}} = 1.25 and \\text{{", ALL_OK),
    "an object inside the answer": (json.dumps({**BASE, "check": {"ab_over_ac": 3.0, "Q1": "isosceles"}}), ALL_OK),
    "draft and answer in one object": (json.dumps({"draft": json.loads(DRAFT), "final": BASE}), ALL_OK),
    "draft and answer in one list": (f"[{DRAFT}, {GOOD}]", ALL_OK),
    "two fences": (f"```json\n{DRAFT}\n```\nWait.\n```json\n{GOOD}\n```", ALL_OK),
    # not JSON
    "comment before a comma": (GOOD.replace("1.25,", "1.25 /* measured, roughly */,"), ALL_OK),
    "comment before a comma, to the end of its line": (
        json.dumps(BASE, indent=1).replace("1.25,", "1.25 // not ab_over_ac: 1.3\n,"),
        ALL_OK,
    ),
    "comment behind a line": (LINES.replace("1.25\n", "1.25  # measured\n"), ALL_OK),
    "German quotes": (GOOD.replace('"scalene"', "„scalene“").replace('"acute"', "„acute“"), ALL_OK),
    "German quotes everywhere": (re.sub(r'"(\w+)"', r"„\1“", GOOD), ALL_OK),
    "guillemets everywhere": (re.sub(r'"(\w+)"', r"«\1»", GOOD), ALL_OK),
    "Japanese quotes everywhere": (re.sub(r'"(\w+)"', r"「\1」", GOOD), ALL_OK),
    "full-width quotes and colons": (GOOD.replace('"', "＂").replace(":", "：").replace(",", "，"), ALL_OK),
    "full-width colon in lines": (LINES.replace(": ", "："), ALL_OK),
    "inverse of the ratio": ("1/ab_over_ac = 0.8\n" + LINES.replace("ab_over_ac", "x"), other("Q3", "missing")),
    "inverse of the ratio behind it": (LINES + "1 / ab_over_ac: 0.8\n", ALL_OK),
    "a multiple of the ratio": (LINES + "2 * ab_over_ac = 2.5\n2ab_over_ac = 2.5\n", ALL_OK),
    "a numbered list": ("".join(f"{i} - {line}\n" for i, line in enumerate(LINES.splitlines(), 1)), ALL_OK),
    # numbers
    "number as text": (with_value("ab_over_ac", '"1.25"'), ALL_OK),
    "number as text with white space": (with_value("ab_over_ac", '" 1.25 "'), ALL_OK),
    "degree sign": (with_value("abs_b_minus_c_deg", '"12.5°"'), ALL_OK),
    "degree sign outside of quotes": (with_value("abs_b_minus_c_deg", "12.5°"), ALL_OK),
    "degrees in words": (with_value("angle_range_deg", '"30 degrees"'), ALL_OK),
    "approximately": (with_value("ab_over_ac", '"approximately 1.25"'), ALL_OK),
    "tilde": (with_value("ab_over_ac", "~1.25"), ALL_OK),
    "tilde in quotes": (with_value("ab_over_ac", '"~1.25"'), ALL_OK),
    "about": (with_value("ab_over_ac", '"about 1.25"'), ALL_OK),
    "full-width digits": (with_value("ab_over_ac", '"１．２５"'), ALL_OK),
    "Arabic digits": (with_value("angle_range_deg", '"٣٠"'), ALL_OK),
    "superscript digits": (with_value("angle_range_deg", '"3⁰"'), other("Q6", "unparsed")),
    "a square": (with_value("ab_over_ac", '"1.25²"'), other("Q3", "unparsed")),
    "a vulgar fraction": (with_value("ab_over_ac", '"1¼"'), other("Q3", "unparsed")),
    "percent": (with_value("ab_over_ac", '"125 %"'), ALL_OK),
    "more than": (with_value("ab_over_ac", '"> 1.25"'), other("Q3", "unparsed")),
    "plus or minus": (with_value("ab_over_ac", '"1.25 ± 0.05"'), other("Q3", "unparsed")),
    "a range with an en dash": (with_value("ab_over_ac", '"1.2–1.3"'), other("Q3", "unparsed")),
    "decimal comma of a ratio": (with_value("ab_over_ac", '"1,25"'), ALL_OK),
    "times sign": (with_value("max_over_min_side", '"1.5x"'), ALL_OK),
    "fraction": (with_value("ab_over_ac", '"5/4"'), ALL_OK),
    "fraction outside of quotes": (with_value("ab_over_ac", "5/4"), ALL_OK),
    "decimal comma": (with_value("abs_b_minus_c_deg", '"12,5"'), ALL_OK),
    "decimal comma outside of quotes": (with_value("abs_b_minus_c_deg", "12,5"), ALL_OK),
    "comma for thousands or decimals": (with_value("ab_over_ac", '"1,250"'), other("Q3", "unparsed")),
    "exponent": (with_value("angle_range_deg", "3e1"), ALL_OK),
    "plus sign": (with_value("ab_over_ac", '"+1.25"'), ALL_OK),
    "no leading zero": (with_value("ab_over_ac", ".5"), other("Q3", "ok", 0.5)),
    "whole number": (with_value("ab_over_ac", "2"), other("Q3", "ok", 2.0)),
    "unit that does not fit": (with_value("ab_over_ac", '"1.25°"'), other("Q3", "unparsed")),
    "centimetres": (with_value("ab_over_ac", '"1.25 cm"'), other("Q3", "unparsed")),
    "radians": (with_value("angle_range_deg", '"0.52 rad"'), other("Q6", "unparsed")),
    "a range of numbers": (with_value("ab_over_ac", '"1.2-1.3"'), other("Q3", "unparsed")),
    "a calculation": (with_value("ab_over_ac", '"50 * 2"'), other("Q3", "unparsed")),
    "words for a number": (with_value("ab_over_ac", '"cannot be determined"'), other("Q3", "unparsed")),
    "empty text for a number": (with_value("ab_over_ac", '""'), other("Q3", "unparsed")),
    "null for a number": (with_value("ab_over_ac", "null"), other("Q3", "missing")),
    "true for a number": (with_value("ab_over_ac", "true"), other("Q3", "unparsed")),
    "list of one for a number": (with_value("ab_over_ac", "[1.25]"), ALL_OK),
    "list of two for a number": (with_value("ab_over_ac", "[1.25, 1.3]"), other("Q3", "unparsed")),
    "object with a value for a number": (with_value("ab_over_ac", '{"value": 1.25}'), ALL_OK),
    "object with a range for a number": (
        with_value("ab_over_ac", '{"low": 1.2, "high": 1.3}'),
        other("Q3", "unparsed"),
    ),
    "NaN": (with_value("ab_over_ac", "NaN"), other("Q3", "invalid")),
    "NaN as text": (with_value("ab_over_ac", '"nan"'), other("Q3", "invalid")),
    "Infinity": (with_value("max_over_min_side", "Infinity"), other("Q5", "invalid")),
    "minus Infinity": (with_value("max_over_min_side", "-Infinity"), other("Q5", "invalid")),
    "too large for a float": (with_value("max_over_min_side", "1e999"), other("Q5", "invalid")),
    "five thousand digits": (with_value("max_over_min_side", "9" * 5000), other("Q5", "unparsed")),
    "negative ratio": (with_value("ab_over_ac", "-0.5"), other("Q3", "invalid", -0.5)),
    "ratio of zero": (with_value("ab_over_ac", "0"), other("Q3", "invalid", 0.0)),
    "longest over shortest below 1": (with_value("max_over_min_side", "0.9"), other("Q5", "invalid", 0.9)),
    "longest over shortest of 1": (with_value("max_over_min_side", "1.0"), other("Q5", "ok", 1.0)),
    "200 degrees": (with_value("abs_b_minus_c_deg", "200"), other("Q4", "invalid", 200.0)),
    "negative degrees": (with_value("angle_range_deg", '"-5"'), other("Q6", "invalid", -5.0)),
    "a real minus sign": (with_value("angle_range_deg", '"−5"'), other("Q6", "invalid", -5.0)),
    "zero degrees": (with_value("abs_b_minus_c_deg", "0.0000"), other("Q4", "ok", 0.0)),
    # classes
    "class in capitals": (with_value("side_type", '"SCALENE"'), ALL_OK),
    "class with full stop": (with_value("side_type", '"Scalene."'), ALL_OK),
    "class with article and noun": (with_value("side_type", '"a scalene triangle"'), ALL_OK),
    "class with remark": (with_value("side_type", '"scalene (all sides differ)"'), ALL_OK),
    "misspelt isosceles": (with_value("side_type", '"isoceles"'), other("Q1", "ok", "isosceles")),
    "misspelt scalene": (with_value("side_type", '"scalane"'), ALL_OK),
    "misspelt equilateral": (with_value("side_type", '"equalateral"'), other("Q1", "ok", "equilateral")),
    "equiangular": (with_value("side_type", '"equiangular"'), other("Q1", "ok", "equilateral")),
    "right-angled": (with_value("angle_type", '"right-angled"'), other("Q2", "ok", "right")),
    "right angle triangle": (with_value("angle_type", '"right angle triangle"'), other("Q2", "ok", "right")),
    "obtuse-angled": (with_value("angle_type", '"Obtuse-angled triangle"'), other("Q2", "ok", "obtuse")),
    "right-angled with a hyphen that does not break": (
        with_value("angle_type", '"right\u2011angled"'),
        other("Q2", "ok", "right"),
    ),
    "class in full-width letters": (with_value("side_type", '"ｓｃａｌｅｎｅ"'), ALL_OK),
    "class with an accent": (with_value("side_type", '"isósceles"'), other("Q1", "ok", "isosceles")),
    "class in italics": (with_value("side_type", '"_scalene_"'), ALL_OK),
    "class that is right by the remark too": (with_value("angle_type", '"acute (not right)"'), ALL_OK),
    "two classes": (with_value("side_type", '"isosceles or scalene"'), other("Q1", "unparsed")),
    "not isosceles": (with_value("side_type", '"not isosceles"'), other("Q1", "unparsed")),
    "class of the other question": (with_value("side_type", '"acute"'), other("Q1", "unparsed")),
    **{
        f"no class: {text}": (with_value("side_type", json.dumps(text)), other("Q1", "unparsed"))
        for text in (
            "nonisosceles",
            "non-isosceles",
            "non\u2011isosceles",
            "non–isosceles",
            "non\u200bisosceles",
            "nonequilateral",
            "inequilateral",
            "unequilateral",
            "anti-isosceles",
            "(not) isosceles",
            "not\u00a0isosceles",
            "not an isosceles",
            "isn't isosceles",
            "isn’t isosceles",
            "neither isosceles nor equilateral",
            "not isosceles, but scalene",
            "!isosceles",
            "¬isosceles",
            "isosceles (not)",
            "isosceles (or scalene)",
            "isosceles?",
            "~~isosceles~~",
            "isosceles/scalene",
            "scale",
            "scalar",
            "quadrilateral",
            "almost isosceles",
            "-isosceles",
        )
    },
    **{
        f"no class: {text}": (with_value("angle_type", json.dumps(text)), other("Q2", "unparsed"))
        for text in (
            "light",
            "night",
            "bright",
            "tight",
            "fight",
            "cute",
            "nonright",
            "nonacute",
            "non-obtuse",
            "not right, but acute",
            "oblique",
            "(not) right",
            "upright",
            "straight",
            "wright",
            "acuter",
            "abtuse angle",
        )
    },
    "unknown class": (with_value("side_type", '"triangle"'), other("Q1", "unparsed")),
    "number for a class": (with_value("side_type", "3"), other("Q1", "unparsed")),
    "null for a class": (with_value("angle_type", "null"), other("Q2", "missing")),
    # keys
    "missing key": (without("angle_range_deg"), other("Q6", "missing")),
    "missing class": (without("side_type"), other("Q1", "missing")),
}


def test_replies_are_read():
    """Each reply gives these six answers."""

    def check(case):
        reply, expected = case
        answers = parse_triangle_reply(reply)
        assert {question_id: (answer.status, answer.value) for question_id, answer in answers.items()} == expected
        for answer in answers.values():
            assert (answer.reason is None) == (answer.status == "ok")

    check_each_row(check, [(f"{name}: {case[0]!r}", case) for name, case in CASES.items()])


def test_there_are_enough_cases():
    """The table has at least sixty replies."""
    assert len(CASES) >= 60


@pytest.mark.parametrize("word", ["isoceles", "equiangular", "Isosceles"])
def test_each_use_of_a_synonym_is_recorded(word):
    """A class word with another spelling has a note with the word."""
    assert repr(word) in parse_triangle_reply(with_value("side_type", json.dumps(word)))["Q1"].note


@pytest.mark.parametrize(
    ("name", "question_id", "words"),
    [
        ("same key twice, the last counts", "Q3", "2 times"),
        ("two objects, the last counts", "Q1", "different objects"),
        ("degree sign", "Q4", "unit"),
        ("decimal comma", "Q4", "comma"),
        ("trailing comma", "Q1", "not valid JSON"),
        ("fraction", "Q3", "worked out"),
        ("number as text", "Q3", "in quotes"),
        ("tilde", "Q3", "~ dropped"),
        ("tilde in quotes", "Q3", "~ dropped"),
        ("about", "Q3", "about dropped"),
        ("full-width digits", "Q3", "'１．２５' read as 1.25"),
        ("Arabic digits", "Q6", "'٣٠' read as 30"),
        ("class in full-width letters", "Q1", "read as scalene"),
        ("comment before a comma", "Q3", "not valid JSON"),
        ("German quotes", "Q1", "not valid JSON"),
        ("full-width colon in lines", "Q1", "not valid JSON"),
        ("thinking with a draft", "Q1", "reasoning is left out"),
        ("thinking without an end, behind the answer", "Q1", "reasoning is left out"),
        ("draft, then a cut answer", "Q1", "2 different objects"),
        ("draft and answer in one object", "Q1", "2 different objects"),
        ("draft, then lines", "Q1", "side_type is given 2 times"),
        ("answer without a key, then its line", "Q6", "behind the object"),
        ("answer, then the form", "Q1", "form of the answer"),
        ("form, then the answer", "Q1", "form of the answer"),
    ],
)
def test_lenient_readings_are_noted(name, question_id, words):
    """The note is on the answer."""
    assert words in parse_triangle_reply(CASES[name][0])[question_id].note


@pytest.mark.parametrize(
    ("name", "question_id", "words"),
    [
        ("thinking with a draft, then nothing", "Q1", "none of the six answers"),
        ("thinking without an end", "Q1", "inside its reasoning"),
        ("draft, then an answer cut in its first value", "Q1", "inside its last object"),
        ("draft, then a cut answer", "Q6", "inside its last object"),
        ("draft, then an answer without a key", "Q6", "last object"),
        ("form only", "Q6", "repeats the form"),
        ("no class: nonisosceles", "Q1", "what the triangle is not"),
        ("no class: (not) isosceles", "Q1", "what the triangle is not"),
        ("no class: isn’t isosceles", "Q1", "what the triangle is not"),
        ("no class: night", "Q2", "not one of acute, right, obtuse"),
    ],
)
def test_unread_answers_have_a_reason(name, question_id, words):
    """Each unread answer has its own reason."""
    assert words in parse_triangle_reply(CASES[name][0])[question_id].reason


def test_a_literal_reply_has_no_notes():
    """Nothing had to be read leniently."""
    assert all(answer.note is None for answer in parse_triangle_reply(GOOD).values())


def test_the_stated_value_is_kept():
    """The answer has the value as the reply wrote it."""
    assert parse_triangle_reply(with_value("ab_over_ac", "1.2500"))["Q3"].stated == "1.2500"


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*BASE, "Q1", "x"]), inner, max_size=8),
    max_leaves=20,
)


pieces = st.lists(
    st.sampled_from([GOOD, DRAFT, CUT, FORM, LINES, "<think>", "</think>", "{", "}", '"', "//", "/*", ",", "\n"])
)


@given(
    st.none()
    | st.text()
    | pieces.map("".join)
    | json_values.map(json.dumps)
    | st.text(alphabet="{}[]\":,'\\ side_typeab_over_ac1.°/\n")
)
def test_no_text_makes_the_parser_raise(reply):
    """Any text gives six answers whose status and value are consistent."""
    answers = parse_triangle_reply(reply)
    assert list(answers) == [q.question_id for q in TRIANGLE_QUESTIONS]
    for question, answer in zip(TRIANGLE_QUESTIONS, answers.values(), strict=True):
        if answer.status == "ok":
            assert answer.value in question.options if question.options else question.is_valid_value(answer.value)
        else:
            assert answer.status in ("unparsed", "invalid", "missing")
            assert answer.reason
        assert not (isinstance(answer.value, float) and math.isnan(answer.value))


@given(pieces.map("".join))
def test_thinking_does_not_change_the_answers(thinking):
    """This holds for drafts, lines, forms and broken objects within the thinking."""
    answers = parse_triangle_reply(f"{thinking}</think>{GOOD}")
    assert {answer.value for answer in answers.values()} == set(BASE.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply",
    ['{"a":' * 400_000, "{" * 2_000_000, '{"' * 1_000_000, "side_type: " * 200_000, "ab_over_ac:" + "1," * 1_000_000,
     "{//" * 700_000, "/*" * 1_000_000, "<think>" * 300_000, ("{" + " " * 1000) * 2000, GOOD + LINES * 15_000,
     "ab_over_ac" + " " * 2_000_000, '"' * 2_000_000, "side_type" + ":" * 2_000_000, "\\" * 2_000_000],
)  # fmt: skip
def test_hostile_replies_of_two_megabytes_are_read_in_time(reply):
    """A quadratic parser would take hours."""
    assert len(parse_triangle_reply(reply)) == len(TRIANGLE_QUESTIONS)
