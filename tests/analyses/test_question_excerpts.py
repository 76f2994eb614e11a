"""Excerpts of questions on tiles."""

from core.analyses.question_excerpts import MAX_CHARACTERS, build_excerpts, strip_options_heading

PREFACE = "Consider the real-world 3D location of the objects. "


def test_a_common_beginning_and_options_are_left_out():
    """The first sentence that all questions share is left out, as are the options."""
    texts = {
        "a": f"{PREFACE}Which is nearer?\nOptions:\nA. car\nB. tree",
        "b": f"{PREFACE}Where is the car? A) left B) right",
    }
    assert build_excerpts(texts) == {"a": "Which is nearer?", "b": "Where is the car?"}


def test_sentences_of_several_questions_are_left_out():
    """A sentence that two questions share is left out wherever it is, but not one that is a question of its own."""
    instruction = "Answer from the picture alone."
    texts = {
        "a": f"{PREFACE}Which is nearer? {instruction}",
        "b": f"Where is the car? {instruction}",
        "c": "How many cars are there?",
        "d": "This is a street. How many cars are there?",
    }
    excerpts = build_excerpts(texts)
    assert excerpts["a"] == f"{PREFACE}Which is nearer?"
    assert excerpts["b"] == "Where is the car?"
    assert excerpts["d"] == texts["d"]


def test_a_beginning_of_three_questions_is_shortened():
    """Three questions with the same first words are shown from the last of these words on; two are shown whole."""
    start = "Which of the following options is a reasonable estimate of the angle"
    texts = {name: f"{start} {name} in the figure?" for name in ("ABC", "BCD", "CDE")}
    assert build_excerpts(texts) == {name: f"… of the angle {name} in the figure?" for name in texts}
    two = {name: texts[name] for name in ("ABC", "BCD")}
    assert build_excerpts(two) == two


def test_a_single_question_is_whole():
    """One question, or the same one several times, keeps its beginning."""
    assert build_excerpts({"a": f"{PREFACE}Which?", "b": f"{PREFACE}Which?"}) == dict.fromkeys("ab", f"{PREFACE}Which?")
    assert build_excerpts({}) == {}


def test_a_short_common_beginning_stays():
    """Words that only begin alike are not a common sentence."""
    texts = {"a": "How many squares? Count.", "b": "How many circles? Count."}
    assert build_excerpts(texts) == texts


def test_long_questions_are_cut_at_a_word():
    """The excerpt ends with a whole word and three dots."""
    (excerpt,) = build_excerpts({"a": "word, " * 100}).values()
    assert len(excerpt) <= MAX_CHARACTERS + 2
    assert excerpt.endswith("word …")


def test_a_question_of_options_alone_is_not_empty():
    """If nothing is left without the options, the whole text is shown."""
    assert build_excerpts({"a": "Options: A. yes B. no"}) == {"a": "Options: A. yes B. no"}


def test_a_heading_of_options_is_left_out():
    """Only a last line that announces the options goes; a question that lists them is unchanged."""
    assert strip_options_heading("Which is nearer?\nOptions:") == "Which is nearer?"
    assert strip_options_heading("Which is nearer?\nOptions: A. car") == "Which is nearer?\nOptions: A. car"
