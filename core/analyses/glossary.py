"""The words that pages explain: those of every benchmark, in its own words, and those that it brings."""

from core.benchmarks.data import Term
from core.benchmarks.info import About
from core.formatting import capital, listed
from core.records import FEW_GROUPS


def glossary(about: About) -> list[Term]:
    """The words in the order of the alphabet, each once."""
    found = [*_of_figures(about), *_of_statistics(about), *about.terms]
    if about.foil:
        found += _of_foil(about)
    if about.margins:
        found.append(_margin(about))
    if about.questions_of("choice"):
        found += _of_choices(about)
    return sorted((term for term in found if term.meaning), key=lambda term: term.word.casefold())


def _of_figures(about: About) -> list[Term]:
    words, score = about.words, about.score
    return [
        Term(capital(words.score), words.score_meaning),
        Term(
            "Blind constant",
            "The best constant answer to a question, chosen without any image on other "
            f"{words.groups}. What it scores, no looking is needed for.",
        ),
        Term(
            "Skill",
            f"{capital(score)} minus that of not looking, the larger of chance and the best constant answer, on the "
            "same answers. Below zero, answering without looking is better.",
        ),
        Term(
            "Lift",
            f"{capital(words.score)} minus its mean when the model's own answers are moved to other "
            f"{words.groups}, an option to those that offer it. Zero means that looking added nothing: the answers "
            "score just as well when shuffled.",
        ),
        Term(
            "Habit",
            "What a model says whatever it is shown. A stock answer scores wherever it happens to be true.",
            ("stock answer",),
        ),
        Term(
            "Reference model",
            "A solver or a baseline: it shows what a score is worth. Means over models leave reference models out.",
            ("reference models",),
        ),
        Term(
            "Unreadable",
            "An answer that could not be read, or that is impossible. It counts in no mean and is always "
            "counted beside it.",
        ),
        Term("Difficulty", f"How many of the models fail on {_with_article(words.case)}."),
    ]


def _margin(about: About) -> Term:
    names: dict[str, list[str]] = {}
    for question_id, margin in about.margins.items():
        names.setdefault(margin.meaning, []).append(f"“{about.questions[question_id].name}”")
    kinds = "; ".join(f"the {meaning} in {listed(questions)}" for meaning, questions in names.items())
    case = _with_article(about.words.case)
    return Term("Margin", f"How far the truth of {case} is from being another: {kinds}.", ("margins",))


def _with_article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _of_statistics(about: About) -> list[Term]:
    words = about.words
    return [
        Term(
            "95 % interval",
            f"It holds the true value in 95 of 100 such experiments. {capital(words.groups)}, not single "
            f"answers, are its unit, because the answers about one {words.group} hang together.",
            ("95 % intervals",),
        ),
        Term(
            capital(words.group),
            f"The unit of every interval: its {words.cases} belong together. Fewer than "
            f"{FEW_GROUPS} {words.groups} are too few to tell.",
            (words.groups,),
        ),
        Term(
            "Significant",
            "The interval of the difference leaves out zero, after the correction for the number of "
            "comparisons (Holm). Not significantly different does not mean equal.",
            ("significantly", "not distinguishable"),
        ),
        Term("Holm", "The correction of p-values for the number of comparisons that are looked at together."),
        Term(
            "Phi",
            "The correlation of being wrong: at 1 two models always err together, at 0 their errors are independent.",
            ("phi of errors",),
        ),
        Term(
            "Robust",
            f"Right in every {words.case} of a set, whatever differs within it. A model that always says the "
            "same is stable without being robust.",
            ("robustness",),
        ),
        Term("Stable", "One answer in the whole set, right or wrong.", ("stability",)),
    ]


def _of_foil(about: About) -> list[Term]:
    return [
        Term(
            "Reliance",
            f"{capital(about.foil_score)} minus {about.score}. Above zero the answers fit "
            f"{about.foil.phrase if about.foil else ''} better, by habit or by looking.",
            ("image-plane reliance", about.difference),
        )
    ]


def _of_choices(about: About) -> list[Term]:
    return [
        Term("Chance", "What guessing among the options gives."),
        Term(f"Key of {_with_article(about.words.case)}", "The option that is right."),
        Term(
            "Blind text",
            f"The blind reader, a reader of question and options that sees no image. It learns on one half of the "
            f"{about.words.groups} which options tend to be right, and answers the other half.",
        ),
        Term(
            "Image statistics",
            f"A reader of crude statistics (thumbnail, colours, edges, file size), fitted on other "
            f"{about.words.groups}; it answers where pictures are drawn. What it reaches needs no spatial reasoning.",
        ),
        Term("Letter bias", "How far a model prefers a letter, whatever stands behind it."),
    ]
