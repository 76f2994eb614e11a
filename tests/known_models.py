"""Answers of models of known behaviour, without replies or a warehouse: guessers, constants, the truth."""

import numpy as np
import pandas as pd

from core.benchmarks.registry import load_benchmark
from core.benchmarks.validation import validate_data
from core.records import FEW_GROUPS, Reply
from core.scoring.metrics import compute_scores
from core.solvers import blind_text
from core.statistics.run_estimates import compute_run_estimates
from core.warehouse.blind_scores import compute_blind_scores
from core.warehouse.run_cache.answers import list_read_answers
from core.warehouse.run_cache.baseline_draws import compute_baseline_draws
from core.warehouse.run_cache.diagnostics import compute_lifts
from core.warehouse.run_cache.scoring_context import SCORED_ROLES, ScoringContext


def read_subject(workspace):
    """Read a benchmark's contents from its release."""
    benchmark = load_benchmark(workspace)
    return ScoringContext(benchmark, validate_data(benchmark.read(workspace.release)))


def answer_all(subject, codes, run_id):
    """Return the scored answers of a run with these codes for all questions, in order."""
    asked = subject.asked.assign(asked_no=subject.asked.index, value=codes, run_id=run_id, model_id=run_id)
    for role, name in SCORED_ROLES.items():
        for kind, rows in asked.groupby("question_kind").groups.items():
            asked.loc[rows, name] = compute_scores(
                kind, asked.loc[rows, "value"].to_numpy(float), asked.loc[rows, role].to_numpy(float)
            )
    return asked


def guess(subject, random):
    """Draw an option uniformly; draw a class, a name or a number among the truths."""
    codes = np.floor(random.random(len(subject.asked)) * subject.asked["n_options"].fillna(1).to_numpy())
    for _, rows in subject.asked[subject.asked["question_kind"] != "choice"].groupby("question_id"):
        codes[rows.index] = random.permutation(rows["truth"].to_numpy(copy=True))
    return codes


def say_one_content(subject, place):
    """Give the same content to each question with the same options: the commonest (0) or rarest (-1) right one.

    Options that few groups are asked show no habit, and their commonest right one would be the key: the first (0) or
    last (-1) by text is given instead.
    """
    asked = subject.asked
    right = [
        options[int(code)] if options else code for options, code in zip(asked["options"], asked["truth"], strict=True)
    ]
    keys = pd.DataFrame({"question": asked["question_id"], "set": ["|".join(sorted(one)) for one in asked["options"]]})
    codes = np.zeros(len(asked))
    for rows in keys.groupby(["question", "set"]).groups.values():
        ranked: list[object] = list(pd.Series([right[row] for row in rows], dtype=object).value_counts().index)
        if asked["options"].iloc[rows[0]] and asked["group_id"].iloc[rows].nunique() < FEW_GROUPS:
            ranked = sorted(asked["options"].iloc[rows[0]])
        content = ranked[place]
        for row in rows:
            options = asked["options"].iloc[row]
            codes[row] = options.index(content) if options else content
    return codes


def say_letter(subject, letter):
    """Give the same letter to every choice, or the last if there are fewer, and otherwise a true value."""
    last = subject.asked["n_options"].to_numpy() - 1
    return np.where(np.isnan(last), subject.asked["truth"].iloc[0], np.minimum(letter, last))


def answer_from_text(subject):
    """Return the answers of the text-only baseline; empty if the benchmark has none."""
    replies = [
        Reply("text", case_id, reply)
        for given in subject.contents.references
        if given.model == blind_text.MODEL
        for case_id, reply in given.replies.items()
        if isinstance(reply, str)
    ]
    answers = list_read_answers(replies, subject)
    return answers.assign(run_id="text", model_id="text", value=answers["code"])


def estimate_skills(subject, runs):
    """Return the skill of each run by id as a build estimates it: value, low, high."""
    table = compute_run_estimates(pd.concat(runs), compute_baseline_draws(subject))
    return table[table["measure"] == "skill"].set_index("run_id")


def estimate_lifts(subject, runs, against="truth"):
    """Return the lift of each run over all questions and cases by id, as a build computes it."""
    table = pd.concat([compute_lifts(run, subject) for run in runs])
    return table[
        (table["question_id"] == "all") & (table["subset"] == "all") & (table["against"] == against)
    ].set_index("run_id")


def compute_content_gains(subject, n_splits=50, seed=8):
    """Return by how much the best constant content exceeds not looking, as a share, by question.

    The content is chosen on one half of the groups and scored on the other, over random halves, without the product's
    code. A case without this option counts as chance.
    """
    blind = compute_blind_scores(subject)
    blind = blind[blind["frame"] == subject.contents.list_frames("truth")[0]].groupby("question_id")["score"].mean()
    random = np.random.default_rng(seed)
    gains = {}
    for question_id, asked in subject.asked.groupby("question_id"):
        scores = _score_contents(asked)
        groups, ids = np.unique(asked["group_id"], return_inverse=True)
        means = []
        for _ in range(n_splits):
            is_first = np.isin(ids, random.permutation(len(groups))[: len(groups) // 2])
            means += [scores[~half][:, scores[half].mean(axis=0).argmax()].mean() for half in (is_first, ~is_first)]
        gains[question_id] = float(np.mean(means) - blind[question_id])
    return gains


def _score_contents(asked):
    """Score every content that is right somewhere at every case of a question, cases x contents."""
    right = [
        options[int(code)] if options else code for options, code in zip(asked["options"], asked["truth"], strict=True)
    ]
    contents = list(dict.fromkeys(right))
    scores = [
        [float(truth == said) if not options or said in options else 1 / len(options) for said in contents]
        for truth, options in zip(right, asked["options"], strict=True)
    ]
    return np.array(scores)
