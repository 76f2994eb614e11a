"""Terms that pages explain: those of every benchmark, in its own words, and those that it adds."""

from collections.abc import Iterator

from core.benchmarks.data import GlossaryTerm
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, join_with_and
from core.records import FEW_GROUPS
from core.toml_tables import load_table

_TERMS = load_table(__file__, "glossary.toml")


FIRST_WORDS = (
    "3D", "2D", "Reference model", "Solver", "Homography", "Homography solver", "Image-plane solver",
    "Best constant answer", "Skill", "Lift",
)  # fmt: skip
"""Words after that of the score that most pages need, in the order in which one explains the next."""


def split_glossary(about: BenchmarkInfo) -> tuple[list[GlossaryTerm], list[GlossaryTerm]]:
    """Return the terms that most pages need, the score first, and all others in alphabetical order."""
    terms = build_glossary(about)
    ranks = {word: rank for rank, word in enumerate((capitalise_first(about.words.score), *FIRST_WORDS))}
    first = sorted((term for term in terms if term.word in ranks), key=lambda term: ranks[term.word])
    return first, [term for term in terms if term.word not in ranks]


def build_glossary(about: BenchmarkInfo) -> list[GlossaryTerm]:
    """Return the terms in alphabetical order, each once."""
    found = [*_build_terms("every", about), *about.terms]
    if about.foil:
        left_out = {"3D", "2D"} - {about.truth.title, about.foil.title} | {term.word for term in about.terms}
        found += [term for term in _build_terms("foil", about) if term.word not in left_out]
    if about.words.case != "item":
        found += _build_terms("question" if about.are_cases_questions else "item", about)
    if about.margins:
        found.append(_build_margin_term(about))
    if about.list_questions("choice"):
        found += _build_terms("choice", about)
    return sorted((term for term in found if term.meaning), key=lambda term: term.word.casefold())


def _build_terms(section: str, about: BenchmarkInfo) -> Iterator[GlossaryTerm]:
    """Yield the terms of a section of the file, in the benchmark's words."""
    words = about.words
    placeholders = {
        "case": words.case,
        "cases": words.cases,
        "a_case": _add_article(words.case),
        "group": words.group,
        "A_group": capitalise_first(_add_article(words.group)),
        "Group": capitalise_first(words.group),
        "groups": words.groups,
        "Groups": capitalise_first(words.groups),
        "few_groups": FEW_GROUPS,
        "score": about.score,
        "Score": capitalise_first(about.score),
        "score_title": capitalise_first(words.score),
        "score_meaning": words.score_meaning,
        "Foil_score": capitalise_first(about.foil_score),
        "foil": about.foil.phrase if about.foil else "",
        "difference": about.difference,
        "question_name": next(iter(about.questions.values())).name,
    }
    for word, term in _TERMS[section].items():
        forms = tuple(form.format_map(placeholders) for form in term.get("forms", ()))
        yield GlossaryTerm(word.format_map(placeholders), term["meaning"].format_map(placeholders), forms)


def _build_margin_term(about: BenchmarkInfo) -> GlossaryTerm:
    names: dict[str, list[str]] = {}
    for question_id, margin in about.margins.items():
        names.setdefault(margin.meaning, []).append(f"“{about.questions[question_id].name}”")
    kinds = "; ".join(f"the {meaning} in {join_with_and(questions)}" for meaning, questions in names.items())
    case = _add_article(about.words.case)
    return GlossaryTerm("Margin", f"How far the truth of {case} is from changing: {kinds}.", ("margins",))


def _add_article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
