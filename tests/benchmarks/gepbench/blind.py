"""A solver that sees question and options but no figure, fitted on one half of the figures and tested on the other."""

import math
import re
from collections import Counter

from core.benchmarks.gepbench import words

ANY_TYPE = re.compile("|".join(sorted(words.TYPES, key=len, reverse=True)))


def features(question, place):
    """What text tells about one option: template, named types, its own words and its place."""
    template = ANY_TYPE.sub("T", question.text)
    option = str(question.choices[place])
    kin = ANY_TYPE.sub("T", option)
    for text in (template, question.text):
        yield text, place
        yield text, option
        yield text, kin, place
    yield template, option, place
    yield template, kin


def fit(questions):
    """Score of each feature: the logarithm of how much more often an option with it is right."""
    seen, right = Counter(), Counter()
    for question in questions:
        for place in range(4):
            for feature in features(question, place):
                seen[feature] += 1
                right[feature] += place == question.key
    return {feature: math.log((right[feature] + 2) / (count * 0.25 + 2)) for feature, count in seen.items()}


def hits(scores, questions):
    """Number of questions whose best option by its features is the right one."""

    def score(question, place):
        return sum(scores.get(feature, 0.0) for feature in features(question, place))

    return sum(max(range(4), key=lambda place: score(q, place)) == q.key for q in questions)


def blind_text_pct(halves):
    """Percent right; `halves` are two lists of questions without a figure in common."""
    right = hits(fit(halves[0]), halves[1]) + hits(fit(halves[1]), halves[0])
    return 100 * right / (len(halves[0]) + len(halves[1]))


def best_letter_pct(halves):
    """Percent right of the best fixed letter, chosen on the other half."""
    letters = [Counter(question.key for question in half) for half in halves]
    right = letters[1][letters[0].most_common(1)[0][0]] + letters[0][letters[1].most_common(1)[0][0]]
    return 100 * right / (len(halves[0]) + len(halves[1]))
