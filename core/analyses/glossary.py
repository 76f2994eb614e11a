"""Terms that pages explain: those of every benchmark, in its own words, and those that it adds."""

from core.benchmarks.data import GlossaryTerm
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, join_with_and
from core.records import FEW_GROUPS


def build_glossary(about: BenchmarkInfo) -> list[GlossaryTerm]:
    """Return the terms in alphabetical order, each once."""
    found = [*_list_score_terms(about), *_list_statistics_terms(about), *about.terms]
    if about.foil:
        found += _list_foil_terms(about)
    if about.margins:
        found.append(_build_margin_term(about))
    if about.list_questions("choice"):
        found += _list_choice_terms(about)
    return sorted((term for term in found if term.meaning), key=lambda term: term.word.casefold())


def _list_score_terms(about: BenchmarkInfo) -> list[GlossaryTerm]:
    words, score = about.words, about.score
    return [
        GlossaryTerm(capitalise_first(words.score), words.score_meaning),
        GlossaryTerm(
            "Best constant answer",
            "The constant answer that scores best on a question, chosen without any image on other "
            f"{words.groups}. Its score can be reached without looking.",
        ),
        GlossaryTerm(
            "Skill",
            f"{capitalise_first(score)} minus that of not looking, the larger of chance and the best constant answer, "
            "on the "
            "same answers. Below zero, answering without looking is better.",
        ),
        GlossaryTerm(
            "Lift",
            f"{capitalise_first(words.score)} minus its mean when the model's own answers are moved to other "
            f"{words.groups}, an option only to those that offer it. Zero means that looking added nothing: the "
            "answers score just as well when shuffled.",
        ),
        GlossaryTerm(
            "Habit",
            "An answer that a model gives regardless of the image. It is still right when it happens to be true.",
            ("stock answer",),
        ),
        GlossaryTerm(
            "Reference model",
            "A solver or a baseline: it shows what a score is worth. Means over models leave reference models out.",
            ("reference models",),
        ),
        GlossaryTerm(
            "Unreadable",
            "An answer that could not be read, or that is impossible. It is left out of every mean, and the number "
            "of such answers is always shown.",
        ),
        GlossaryTerm("Difficulty", f"The number of models that fail on {_add_article(words.case)}."),
    ]


def _build_margin_term(about: BenchmarkInfo) -> GlossaryTerm:
    names: dict[str, list[str]] = {}
    for question_id, margin in about.margins.items():
        names.setdefault(margin.meaning, []).append(f"“{about.questions[question_id].name}”")
    kinds = "; ".join(f"the {meaning} in {join_with_and(questions)}" for meaning, questions in names.items())
    case = _add_article(about.words.case)
    return GlossaryTerm("Margin", f"How far the truth of {case} is from changing: {kinds}.", ("margins",))


def _add_article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _list_statistics_terms(about: BenchmarkInfo) -> list[GlossaryTerm]:
    words = about.words
    return [
        GlossaryTerm(
            "95% CI",
            "In 95 of 100 such experiments, the interval contains the true value. "
            f"{capitalise_first(words.groups)}, not single answers, are its unit, because the answers about one "
            f"{words.group} are not independent.",
            ("95% CIs",),
        ),
        GlossaryTerm(
            capitalise_first(words.group),
            f"The unit of every interval: its {words.cases} belong together. Fewer than "
            f"{FEW_GROUPS} {words.groups} are too few to tell.",
            (words.groups,),
        ),
        GlossaryTerm(
            "Significant",
            "The interval of the difference leaves out zero, after the correction for the number of "
            "comparisons (Holm). Not significantly different does not mean equal.",
            ("significantly", "not distinguishable"),
        ),
        GlossaryTerm("Holm", "The correction of p-values for the number of comparisons that are made together."),
        GlossaryTerm(
            "Phi",
            "The correlation of errors: at 1 two models always err together, at 0 their errors are independent.",
            ("phi of errors",),
        ),
        GlossaryTerm(
            "Robust",
            f"Right in every {words.case} of a set, despite the differences within it. A model that always gives "
            "the same answer is stable without being robust.",
            ("robustness",),
        ),
        GlossaryTerm("Stable", "The same answer in the whole set, right or wrong.", ("stability",)),
    ]


def _list_foil_terms(about: BenchmarkInfo) -> list[GlossaryTerm]:
    return [
        GlossaryTerm(
            "Reliance",
            f"{capitalise_first(about.foil_score)} minus {about.score}. Above zero the answers fit "
            f"{about.foil.phrase if about.foil else ''} better, by habit or by looking.",
            ("image-plane reliance", about.difference),
        )
    ]


def _list_choice_terms(about: BenchmarkInfo) -> list[GlossaryTerm]:
    return [
        GlossaryTerm("Chance", "The score of guessing among the options."),
        GlossaryTerm(f"Key of {_add_article(about.words.case)}", "The option that is right."),
        GlossaryTerm(
            "Text-only baseline",
            f"A baseline that reads question and options and sees no image. It learns on one half of the "
            f"{about.words.groups} which options tend to be right, and answers the other half.",
        ),
        GlossaryTerm(
            "Image statistics",
            f"A baseline that reads crude statistics (thumbnail, colours, edges, file size), fitted on other "
            f"{about.words.groups}; it answers questions about drawn images. Its score needs no spatial reasoning.",
        ),
        GlossaryTerm("Letter bias", "How much a model prefers a letter, regardless of the option behind it."),
    ]
