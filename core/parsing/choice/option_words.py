"""Words of options: synonyms, shorter forms, and words that count only in some places."""

from core.parsing.word_lists import load_word_table, load_words

SYNONYMS = load_word_table("synonyms_of_options")
_OF_OPTIONS = r"these|those|them|(?:the\s)?(?:other\s)?(?:above|listed|given|others?|options|choices|answers)"
OPENING_FORMS = {
    r"neither .*\bnor ": "neither",
    r"both .*\band ": "both",
    "none of ": rf"none(?:\sof\s(?:{_OF_OPTIONS}))?",
    "all of ": rf"all(?:\sof\s(?:{_OF_OPTIONS}))?",
}
"""Shorter forms of options such as "Neither I nor II" and "None of the above", if only one option begins this way."""
DIGITS_BY_WORD = {word: str(number) for number, word in enumerate(load_words("numbers_to_twenty")[:13])}
LEADING_WORDS = frozenset(load_words("leading_words_of_options"))
NEEDS_STOP = {"up", "yes", "no", "none", "both", "all", "neither"}
"""Texts of options that are common words: inside a sentence they count only before a stop."""

ADVERB_RIGHT = (
    r"(?!\s(?:next|beside|behind|in\sfront|above|below|at|here|there|now|before|after|between|under|over|by|near|beneath"
    r"|underneath|where|when|away|on\stop|angles?\b|triangles?\b))"
)
OF_VIEWS = (
    r"(?!\s(?:angles?|views?|viewpoints?|viewing|directions?|orientations?|perspectives?|positions?|poses?|sides?"
    r"|distances?|sizes?|colou?rs?|rotations?|lighting|ways?)\b)"
)
