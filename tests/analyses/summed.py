"""Slow definitions of `Warehouse.aggregate`: sums over a data frame of answers."""

from itertools import combinations

import pandas as pd

from core.records import COUNTED, NEARER_TO_FOIL, NEARER_TO_TRUTH, RIGHT_AT, RUN_COLUMNS
from core.scoring.answer_codes import get_score_column, is_correct
from core.scoring.contradictions import RULES
from core.statistics.grouped_means import pair_answers
from core.statistics.set_consistency import SET_MEASURES, compute_set_robustness
from tests.scoring.definitions import compute_coherence


def summed(answers, by, values):
    """Return one row per combination of the columns in `by`, nulls included: answers, unreadable, sums and counts."""
    is_told = answers["fits"].isin([*NEARER_TO_FOIL, *NEARER_TO_TRUTH]) if "fits" in answers else False
    rows = answers.assign(
        answers=1,
        unreadable=(answers["status"] != "ok").astype(int)
        if "status" in answers
        else answers["score"].isna().astype(int),
        is_unreadable=lambda frame: frame["unreadable"].astype(float),
    )
    if "fits" in answers:
        rows["is_nearer_to_foil"] = answers["fits"].isin(NEARER_TO_FOIL).astype(float).where(is_told)
    if "corrected_score" in answers:
        rows["correction"] = answers["corrected_score"] - answers["score"]
    by = list(dict.fromkeys(by))
    groups = rows.groupby(by, observed=True, dropna=False)
    sums = {name: groups[name].sum(min_count=1) for name in values}
    counts = {COUNTED.format(name): groups[name].count() for name in values}
    return pd.DataFrame(
        {"answers": groups["answers"].sum(), "unreadable": groups["unreadable"].sum(), **sums, **counts}
    ).reset_index()


def summed_sets(answers, sets, right_at=RIGHT_AT, meanings=None, by=("question_id", "group_id", "protocol")):
    """The same of sets of cases, by run and these columns: what `compute_set_robustness` says of each set.

    Args:
        answers: as the query `answers` gives them.
        sets: the query `set_cases`.
        right_at: the score from which on a number is right.
        meanings: the query `meanings`; None where no picture is mirrored.
        by: columns of `compute_set_robustness`.
    """
    found = compute_set_robustness(answers, sets, right_at)
    if found.empty:
        return pd.DataFrame()
    keys = ["protocol", "set_id", "run_id", "question_id"]
    option = ["case_id", "question_id", "said"]
    meant = answers["said"]
    if meanings is not None:
        of_picture = answers[option].merge(meanings, on=option, how="left")["meaning"].to_numpy()
        meant = pd.Series(of_picture, answers.index).fillna(answers["said"])
    mirrored = compute_set_robustness(answers.assign(said=meant), sets, right_at).rename(columns={"stable": "mirrored"})
    firsts = answers.assign(first=is_correct(answers, right_at=right_at)).rename(columns={"case_id": "set_id"})
    rows = found.merge(mirrored[[*keys, "mirrored"]], on=keys)
    rows = rows.merge(firsts[["set_id", "run_id", "question_id", "first"]].astype({"run_id": str}), how="left")
    rows = rows.merge(_repeated_guesses(answers, sets), on=["protocol", "set_id", "question_id"], how="left")
    rows["repeated_guess"] = rows["repeated_guess"].where(rows["binary"].notna()).astype(float)
    rows["every"] = rows["binary"].where(rows["first"].notna())
    rows["first"] = rows["first"].where(rows["binary"].notna())
    names = answers.drop_duplicates("run_id")[["run_id", "run_label", "model_kind"]].astype(str)
    bounds = [f"{name}{bound}" for name in SET_MEASURES for bound in ("", "_least", "_most")]
    return _sums(
        rows.merge(names, on="run_id"),
        [*RUN_COLUMNS, *by],
        [*bounds, "mirrored", "first", "every", "repeated_guess"],
        "sets",
    )


def _repeated_guesses(answers, sets):
    """Return, per set and question with options, how often a guess is right in all cases if it is repeated."""
    keys = ["protocol", "set_id", "question_id"]
    if not {"true_option", "chance"} <= set(answers):
        return pd.DataFrame(columns=[*keys, "repeated_guess"])
    asked = answers[answers["question_kind"] == "choice"].drop_duplicates(["case_id", "question_id"])
    rows = [
        (*key, own["chance"].mean() if len(set(own["true_option"])) == 1 else own["chance"].prod())
        for key, own in sets.merge(asked, on=["case_id", "question_id"]).groupby(keys, observed=True)
    ]
    return pd.DataFrame(rows, columns=[*keys, "repeated_guess"])


def summed_pairs(answers, runs, by, against="truth", right_at=RIGHT_AT):
    """Sum every two runs' answers to the same question, readable in both; `first` is the run named first."""
    kappa, keys, tables = get_score_column(against), ["case_id", "question_id"], []
    for first, second in combinations(runs, 2):
        pairs = pair_answers(answers, kappa, "run_id", first, second, keys)
        one, other = (
            is_correct(pairs.assign(**{kappa: scores}), against, right_at) == 1
            for scores in (pairs[kappa], pairs[f"{kappa}_other"])
        )
        outcomes = {"both": one & other, "only_first": one & ~other, "only_second": ~one & other, "none": ~one & ~other}
        scores = {"first_score": pairs[kappa], "second_score": pairs[f"{kappa}_other"]}
        counted = {name: is_so.astype(float) for name, is_so in outcomes.items()}
        tables.append(pairs.assign(first=first, second=second, **scores, **counted))
    values = ["first_score", "second_score", "difference", "both", "only_first", "only_second", "none"]
    return _sums(pd.concat(tables), by, values, "pairs")


def summed_replies(answers, found):
    """Sum replies by each kind of contradiction that they could show, by run, group and kind."""
    replies = compute_coherence(answers, found).rename(columns={"is_coherent": "coherent"})
    rows = replies.melt(["run_id", "group_id"], ["coherent", *RULES], "kind", "shows").dropna(subset=["shows"])
    names = answers.drop_duplicates("run_id")[list(RUN_COLUMNS)]
    return _sums(rows.merge(names, on="run_id"), [*RUN_COLUMNS, "group_id", "kind"], ["shows"], "replies")


def _sums(rows, by, values, of):
    groups = rows.groupby(list(by), observed=True, dropna=False)
    sums = {name: groups[name].sum(min_count=1) for name in values}
    counts = {COUNTED.format(name): groups[name].count() for name in values}
    return pd.DataFrame({of: groups.size(), **sums, **counts}).reset_index()
