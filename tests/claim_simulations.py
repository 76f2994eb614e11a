"""Simulations of the product's claims with models whose true effects are known: false positives and coverage.

Answers are drawn in bulk; every estimate, correction and verdict is the product's own.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import pandas as pd

from core.analyses import precision
from core.analyses.compare import compare_run_pairs, compare_slices
from core.analyses.heatmap import HeatmapMeasure, compute_cells
from core.analyses.skill import ASKED, compute_benchmark_constants
from core.analyses.slices import MAX_LEVELS, QUESTION, find_run_slices
from core.benchmarks.choice.margins import BANDS
from core.benchmarks.data import MARGIN, MARGIN_SIZE
from core.factors import get_factor_column
from core.records import FEW_GROUPS
from core.scoring.metrics import Floats, compute_scores
from core.statistics.intervals import SIGNIFICANCE, classify_differences, compute_contrasts
from core.statistics.run_estimates import EFFECT, SKILL, compute_run_estimates
from core.statistics.skill import bootstrap_constants, compute_skills, find_starts
from core.warehouse.blind_scores import compute_blind_scores
from core.warehouse.run_cache.baseline_draws import compute_baseline_draws
from core.warehouse.run_cache.diagnostics import compute_lifts
from core.warehouse.run_cache.scoring_context import ScoringContext
from tests.known_models import answer_all, guess

N_SIMULATIONS = 400
N_TABLES = 200
"""Number of simulated pages that show several models."""

N_MODELS = 10
"""Number of models on a page that shows several."""

N_DRAWN = 2_000
"""Number of benchmarks drawn for the coverage of means and differences."""

N_POPULATIONS = 50
"""Number of models from whose answers these are drawn if the groups are few."""

N_DRAWN_SKILL = 1_000
DRAWS = 300
"""Number of draws of the bootstrap of skill for each drawn benchmark."""

NOMINAL = 100 * SIGNIFICANCE
SEEN = ("yes", "falls", "if wide")
HEATMAP_FACTORS = {
    "gepbench": "level", "mmperspective": MARGIN, "3dsrbench": MARGIN, "giq": "solid_group", "tri_bench": "pose"
}  # fmt: skip
"""Factor of cases in heatmaps. That of GIQ is related to the truth: not looking is at least chance in each cell."""


@dataclass(frozen=True, slots=True)
class SimulatedRate:
    """How often something happened in simulations, in percent.

    Attributes:
        nominal: expected rate, or its upper bound.
        is_bound: whether corrections, or a null on one side of zero, allow lower rates too.
    """

    claim: str
    benchmark: str
    n_hits: int
    n_simulations: int
    nominal: float
    is_bound: bool = False

    @property
    def rate(self) -> float:
        """Rate in percent."""
        return 100 * self.n_hits / self.n_simulations

    @property
    def standard_error(self) -> float:
        """Standard error of the rate if the nominal rate is true, in points."""
        return float(np.sqrt(self.nominal * (100 - self.nominal) / self.n_simulations))

    @property
    def is_off(self) -> bool:
        """Whether the rate deviates by more than 2 points, beyond two standard errors of the simulation."""
        excess = self.rate - self.nominal
        deviation = max(excess, 0.0) if self.is_bound else abs(excess)
        return deviation > max(2.0, 2 * self.standard_error)

    @property
    def line(self) -> str:
        """Row of the printed table."""
        nominal = f"{'at most ' if self.is_bound else ''}{self.nominal:g}"
        cells = f"{self.rate:>7.1f}{nominal:>13}{self.standard_error:>7.1f}{self.n_simulations:>7,}"
        return f"{self.claim:<58}{self.benchmark:<15}{cells}{'  off' if self.is_off else ''}"


TITLE = f"{'claim':<58}{'benchmark':<15}{'rate, %':>7}{'nominal, %':>13}{'SE':>7}{'n':>7}"


@dataclass(frozen=True, eq=False)
class SimulationSubject:
    """A benchmark's questions of cases by group, with all columns of the product's sums except scores.

    Attributes:
        rows: as `ScoringContext.asked`, with factors and MARGIN_SIZE of the cases, chance and the score of not looking.
    """

    name: str
    subject: ScoringContext
    rows: pd.DataFrame

    def sum_scores(self, scores: Floats) -> pd.DataFrame:
        """Return the sums of models by run, case and question, as `Warehouse.aggregate` returns them.

        Args:
            scores: models x rows.
        """
        n_models, n_rows = scores.shape
        names = np.repeat([f"m{number}" for number in range(n_models)], n_rows)
        table = self.rows.take(np.tile(np.arange(n_rows), n_models)).reset_index(drop=True)
        skill = scores.ravel() - table["not_looking"].to_numpy()
        counted = dict.fromkeys(("score_counted", "answers"), 1)
        return table.assign(
            run_id=names, model_id=names, run_label=names, model_kind="vlm", score=scores.ravel(), skill=skill,
            skill_counted=(~np.isnan(skill)).astype(int), unreadable=0, **counted,
        )  # fmt: skip

    def sum_by_group(self, values: Floats) -> Floats:
        """Sum [..., rows] by group."""
        starts = find_starts(pd.factorize(self.rows["group_id"])[0])
        sums: Floats = np.add.reduceat(values, starts, axis=-1)
        return sums


def build_simulation_subject(subject: ScoringContext, name: str) -> SimulationSubject:
    """Build the rows of a benchmark."""
    rows = subject.asked.sort_values(["group_id", "case_id", "question_id"], ignore_index=True)
    cases = [subject.cases[case_id] for case_id in rows["case_id"]]
    chances = {(case.case_id, one.question_id): one.chance for case in subject.contents.cases for one in case.asks}
    factors = {
        factor.key: pd.Series([case.factors.get(factor.key) for case in cases], dtype=object)
        for factor in subject.contents.factors
        if factor.origin != "answers"
    }
    keys = list(zip(rows["case_id"], rows["question_id"], strict=True))
    blind = compute_blind_scores(subject).set_index(["frame", *ASKED])["score"]
    blind_scores = blind.loc[subject.contents.list_frames("truth")[0]].reindex(pd.MultiIndex.from_tuples(keys))
    columns = {
        MARGIN_SIZE: [case.numbers.get(MARGIN_SIZE, np.nan) for case in cases],
        "chance": pd.Series([chances[key] for key in keys], dtype=float),
        "not_looking": blind_scores.to_numpy(float),
    }
    return SimulationSubject(name, subject, rows.assign(**factors, **columns))


def guess_scores(about: SimulationSubject, random: np.random.Generator, n: int) -> Floats:
    """Score guessers, as `known_models.guess` draws them, n x rows."""
    rows = about.rows
    codes = np.floor(random.random((n, len(rows))) * rows["n_options"].fillna(1).to_numpy())
    scores = (codes == rows["truth"].to_numpy()).astype(np.float64)
    for _, asked in rows[rows["question_kind"] != "choice"].groupby("question_id"):
        truths = asked["truth"].to_numpy(float)
        guesses = random.permuted(np.tile(truths, (n, 1)), axis=1)
        scores[:, asked.index] = compute_scores(asked["question_kind"].iloc[0], guesses, truths[None, :])
    return scores


def draw_even_scores(about: SimulationSubject, random: np.random.Generator, n: int, n_models: int = 1) -> Floats:
    """Draw models that are equally good on everything; groups differ in difficulty, the same way for all models.

    Returns:
        n x models x rows of 0 and 1.
    """
    groups = pd.factorize(about.rows["group_id"])[0]
    shares = random.beta(2.0, 2.0, size=(n, 1, groups.max() + 1))[:, :, groups]
    return (random.random((n, n_models, len(groups))) < shares).astype(np.float64)


def simulate_looking(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the claims of Overview about guessers: beats not looking, looks, reads the image plane or the scene."""
    subject = about.subject
    runs = [answer_all(subject, guess(subject, random), f"guess {number:03d}") for number in range(N_SIMULATIONS)]
    estimates = pd.concat([compute_run_estimates(run, compute_baseline_draws(subject)) for run in runs])
    skills = estimates[estimates["measure"] == SKILL]
    yield _rate_tests("beats not looking (skill)", about, skills["low"] > 0, NOMINAL / 2, is_bound=True)
    lifts = pd.concat([compute_lifts(run, subject) for run in runs])
    lifts = lifts[lifts["question_id"] == "all"]
    looks = lifts[(lifts["against"] == "truth") & (lifts["subset"] == "all")]
    yield _rate_tests("looks: p-value of lift", about, looks["p_value"] < SIGNIFICANCE, NOMINAL)
    yield _rate_tests("looks: interval of lift above 0", about, looks["low"] > 0, NOMINAL / 2, is_bound=True)
    if subject.has_foil:
        is_read = (lifts["against"] == "reliance") & (lifts["subset"] == subject.contents.subsets[0].subset)
        reads = lifts[is_read].rename(columns={"lift": "value"})
        verdicts = classify_differences(reads, reads["p_value"].to_numpy(float))
        for verdict, claim in (("higher", "reads the image plane (2D)"), ("lower", "reads the scene (3D)")):
            yield _rate_tests(claim, about, verdicts == verdict, NOMINAL / 2, is_bound=True)


def simulate_pairs(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the claims of Compare about equally good models: a pair, any pair of ten models, any part of a pair."""
    groups, ids = pd.factorize(about.rows["group_id"])
    pairs = list(combinations([f"m{number}" for number in range(N_MODELS)], 2))
    places = np.array(list(combinations(range(N_MODELS), 2)))
    n = np.bincount(groups)
    is_apart, is_any_apart, is_any_part = [], [], []
    for _ in range(N_SIMULATIONS):
        scores = draw_even_scores(about, random, 1, N_MODELS)[0]
        sums = about.sum_by_group(scores)
        names = np.repeat(np.array(pairs, dtype=object), len(ids), axis=0)
        differences = {
            "difference": (sums[places[:, 0]] - sums[places[:, 1]]).ravel(),
            "difference_counted": np.tile(n, len(pairs)),
        }
        table = pd.DataFrame(
            {"first": names[:, 0], "second": names[:, 1], "group_id": np.tile(ids, len(pairs)), **differences}
        )
        found = compare_run_pairs(table, [(f"m{number}", "vlm") for number in range(N_MODELS)])
        is_apart.append(found["p_value"].iloc[0] < SIGNIFICANCE)
        is_any_apart.append(found["verdict"].isin(["higher", "lower"]).any())
        parts = about.rows[["question_id", "group_id"]].assign(difference=scores[0] - scores[1], difference_counted=1)
        verdicts = compare_slices(parts, QUESTION)
        is_any_part.append(verdicts["verdict"].isin(["higher", "lower"])[verdicts["n_groups"] >= FEW_GROUPS].any())
    yield _rate_tests("two models differ (Compare), one pair", about, is_apart, NOMINAL)
    yield _rate_tests(f"two models differ, any pair of {N_MODELS} models", about, is_any_apart, NOMINAL, is_bound=True)
    yield _rate_tests("two models differ in any question", about, is_any_part, NOMINAL, is_bound=True)


def simulate_effects(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the effects of factors on models that are equally good on everything."""
    basis = compute_baseline_draws(about.subject)
    if not basis.sides:
        return
    parts = []
    for _ in range(N_SIMULATIONS // N_MODELS):
        scores = np.concatenate(list(draw_even_scores(about, random, N_MODELS)))
        parts.append(compute_run_estimates(about.sum_scores(scores).assign(value=1.0, foil_score=np.nan), basis))
    effects = pd.concat(parts)
    for key in basis.sides:
        of_key = effects[(effects["measure"] == EFFECT) & (effects["slice"] == key)]
        yield _rate_tests(f"effect of {key}", about, of_key["p_value"] < SIGNIFICANCE, NOMINAL)


def simulate_heatmaps(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the heatmaps of skill that mark a cell above 0: of ten guessers, and of one by a factor of the cases."""
    measure = HeatmapMeasure("skill", "Skill", "", is_signed=True, is_beyond_blind=True)
    constants = compute_benchmark_constants(about.rows)
    is_marked = []
    for _ in range(N_TABLES):
        sums = about.sum_scores(guess_scores(about, random, N_MODELS))
        cells = compute_cells(sums, measure, "model", QUESTION, redrawn=constants)
        is_marked.append((cells["standing"] == "above").any())
    claim = f"heatmap of {N_MODELS} guessers: a marked cell above 0"
    yield _rate_tests(claim, about, is_marked, NOMINAL / 2, is_bound=True)
    if (factor := HEATMAP_FACTORS.get(about.name)) is None:
        return
    is_marked = []
    for scores in guess_scores(about, random, N_SIMULATIONS):
        cells = compute_cells(about.sum_scores(scores[None]), measure, QUESTION, factor, redrawn=constants)
        is_marked.append((cells["standing"] == "above").any())
    claim = f"heatmap of a guesser by {factor}: a marked cell above 0"
    yield _rate_tests(claim, about, is_marked, NOMINAL / 2, is_bound=True)


def simulate_slices(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the searches for slices that confirm any on a model that is equally good on everything."""
    contents = about.subject.contents
    keys = [QUESTION, *(factor.key for factor in contents.factors if factor.origin == "release")]
    factors = [key for key in keys if 2 <= about.rows[get_factor_column(key)].nunique() <= MAX_LEVELS]
    is_found = [
        bool(find_run_slices(about.sum_scores(draw_even_scores(about, random, 1)[0]), factors, seed).search.slices)
        for seed in range(N_SIMULATIONS)
    ]
    yield _rate_tests("a slice is confirmed", about, is_found, NOMINAL, is_bound=True)


def simulate_precision(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the pages Precision with ten guessers that name a gain, and with ten even models that name a fall."""
    if not about.subject.contents.margins:
        return
    constants = compute_benchmark_constants(about.rows)
    is_seen, is_falling = [], []
    for _ in range(N_TABLES):
        for scores, hits in (
            (guess_scores(about, random, N_MODELS), is_seen),
            (draw_even_scores(about, random, 1, N_MODELS)[0], is_falling),
        ):
            sums = precision.add_halves(about.sum_scores(scores), BANDS)
            found = precision.diagnose_precision(sums, precision.compute_blind_scores(sums), constants)
            sights = [one.sight in SEEN if hits is is_seen else one.is_falling for one in found.values()]
            hits.append(any(sights))
    yield _rate_tests(f"Precision: any gain of {N_MODELS} guessers", about, is_seen, NOMINAL / 2, is_bound=True)
    yield _rate_tests(f"Precision: any fall of {N_MODELS} models", about, is_falling, NOMINAL / 2, is_bound=True)


def simulate_coverage(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the intervals that contain the figure of the population, over benchmarks that are drawn from the groups."""
    first, second = draw_even_scores(about, random, 1, 2)[0]
    is_every, one = np.ones(len(first), dtype=bool), np.ones(1)
    yield _rate_intervals("interval of a mean holds it", about, random, [(first, is_every)], one, is_share=True)
    yield _rate_intervals("interval of a difference of two models", about, random, [(first - second, is_every)], one)
    contrast = np.array([1.0, -1.0])
    basis = compute_baseline_draws(about.subject)
    order = pd.MultiIndex.from_frame(about.rows[ASKED])
    for key, sides in basis.sides.items():
        place = basis.places.get_indexer(order)
        values = [(first, side[place]) for side in sides]
        yield _rate_intervals(f"interval of the effect of {key}", about, random, values, contrast)
    if MARGIN not in about.rows:
        return
    halves = about.rows.assign(half=about.rows[MARGIN].map(precision.assign_halves(BANDS))).dropna(subset=["half"])
    n_groups = halves.groupby(["question_id", "half"])["group_id"].nunique().groupby("question_id").min()
    if n_groups.max() >= FEW_GROUPS:
        is_asked = about.rows["question_id"] == n_groups.idxmax()
        half = halves["half"].reindex(about.rows.index).where(is_asked)
        is_in_half = [(half == side).to_numpy(bool) for side in (precision.WIDE, precision.NARROW)]
        # With twelve groups, coverage depends on the population: one question of one model says little.
        rates = [
            _rate_intervals(
                "interval of the fall in one question (Precision)", about, random,
                [(scores, is_side) for is_side in is_in_half], contrast, n_drawn=N_DRAWN // N_POPULATIONS,
            )
            for scores in draw_even_scores(about, random, N_POPULATIONS)[:, 0]
        ]  # fmt: skip
        yield replace(rates[0], n_hits=sum(rate.n_hits for rate in rates), n_simulations=N_DRAWN)


def simulate_skill_coverage(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the intervals of skill that contain the distance to the best constants of the population.

    Groups are drawn from the benchmark. A group that is drawn twice would be its own other half, on which constants of
    options are chosen, so the right options are drawn again.
    """
    rows = about.rows
    shares = _compute_text_shares(rows)
    constant, scores_of_constant = _score_population_constants(rows, shares)
    sees = random.random(len(rows)) < 0.3
    groups = pd.factorize(rows["group_id"])[0]
    of_group = np.split(np.arange(len(rows)), np.flatnonzero(np.diff(groups)) + 1)
    asked = rows[["case_id", "question_id", "question_kind", "n_options", "options", "truth"]]
    is_choice = (rows["question_kind"] == "choice").to_numpy()
    # What the second model scores if it does not see the case: a random share of the constant's score, or a guess.
    unseen = np.where(is_choice, 1 / rows["n_options"].fillna(1), scores_of_constant * random.random(len(rows)))
    distance = (np.where(sees, 1.0, unseen) - constant).mean()
    is_held, is_above = [], []
    for _ in range(N_DRAWN_SKILL):
        drawn = [of_group[group] for group in random.integers(len(of_group), size=len(of_group))]
        places = np.concatenate(drawn)
        ids = np.repeat([f"{number:04d}" for number in range(len(drawn))], [len(one) for one in drawn])
        sample = _draw_truths(asked.take(places).assign(group_id=ids), [shares[place] for place in places], random)
        guessed = np.where(is_choice[places], random.random(len(places)) < unseen[places], unseen[places])
        scores = np.where(sees[places], 1.0, guessed)
        table = compute_skills(scores[None], bootstrap_constants(sample, DRAWS)).iloc[0]
        is_held.append(table["low"] <= distance <= table["high"])
        is_above.append(table["low"] > distance)
    yield _rate_tests("interval of skill holds it", about, is_held, 100 - NOMINAL)
    yield _rate_tests("interval of skill is too high", about, is_above, NOMINAL / 2, is_bound=True)


SIMULATIONS: Sequence[Callable[[SimulationSubject, np.random.Generator], Iterator[SimulatedRate]]] = (
    simulate_looking,
    simulate_pairs,
    simulate_effects,
    simulate_heatmaps,
    simulate_slices,
    simulate_precision,
    simulate_coverage,
    simulate_skill_coverage,
)


def _rate_tests(
    claim: str, about: SimulationSubject, is_hit: Sequence[bool] | pd.Series, nominal: float, *, is_bound: bool = False
) -> SimulatedRate:
    return SimulatedRate(claim, about.name, int(np.sum(is_hit)), len(is_hit), nominal, is_bound)


def _rate_intervals(
    claim: str,
    about: SimulationSubject,
    random: np.random.Generator,
    sides: Sequence[tuple[Floats, np.ndarray]],
    weights: Floats,
    *,
    is_share: bool = False,
    n_drawn: int | None = None,
) -> SimulatedRate:
    """Rate the intervals of a contrast over drawn benchmarks that contain the population's.

    Args:
        claim: name.
        about: the population.
        random: generator.
        sides: the values of the rows, and which rows count, of each mean of the contrast.
        weights: of the means.
        is_share: whether the values lie in [0, 1].
        n_drawn: number of benchmarks; None for `N_DRAWN`.
    """
    sums = np.stack([about.sum_by_group(np.where(has, values, 0.0)) for values, has in sides])
    counts = np.stack([about.sum_by_group(has.astype(np.float64)) for _, has in sides])
    has_any = counts.sum(axis=0) > 0
    sums, counts = sums[:, has_any], counts[:, has_any]
    truth = (weights * sums.sum(axis=1) / counts.sum(axis=1)).sum()
    drawn = random.integers(sums.shape[1], size=(n_drawn or N_DRAWN, sums.shape[1]))
    found = compute_contrasts(
        sums[:, drawn].transpose(1, 0, 2), counts[:, drawn].transpose(1, 0, 2), weights, is_share=is_share
    )
    is_held = (found["low"] <= truth) & (truth <= found["high"])
    return _rate_tests(claim, about, is_held, 100 - NOMINAL)


def _compute_text_shares(rows: pd.DataFrame) -> list[Floats]:
    """Return the probabilities of each row's options: how often each is right if offered; empty without options."""
    shares: list[Floats] = [np.empty(0)] * len(rows)
    for _, asked in rows[rows["question_kind"] == "choice"].groupby(["question_id", "n_options"]):
        offered = Counter(text for options in asked["options"] for text in options)
        right = Counter(options[int(code)] for options, code in zip(asked["options"], asked["truth"], strict=True))
        for place, options in asked["options"].items():
            weights = np.array([right[text] / offered[text] for text in options])
            shares[place] = weights / weights.sum()
    return shares


def _draw_truths(asked: pd.DataFrame, shares: Sequence[Floats], random: np.random.Generator) -> pd.DataFrame:
    """Return the questions with right options drawn again for each group, question and set of options.

    If one text is right in all of its cases, another one is drawn by the shares; if several are (an image and its
    mirror image), they are exchanged at random, so that what is balanced within a group stays so.
    """
    truths, units = asked["truth"].to_numpy(float).copy(), defaultdict[object, list[int]](list)
    options = asked["options"].tolist()
    for row, key in enumerate(zip(asked["group_id"], asked["question_id"], options, strict=True)):
        if options[row]:
            units[(*key[:2], frozenset(key[2]))].append(row)
    for places in units.values():
        texts, weights = options[places[0]], shares[places[0]]
        right = [options[row][int(truths[row])] for row in places]
        if len(set(right)) == 1:
            drawn = {right[0]: texts[min(int(np.searchsorted(weights.cumsum(), random.random())), len(texts) - 1)]}
        else:
            drawn = dict(zip(texts, random.permutation(texts).tolist(), strict=True))
        for row, text in zip(places, right, strict=True):
            truths[row] = options[row].index(drawn[text])
    return asked.assign(truth=truths)


def _score_population_constants(rows: pd.DataFrame, shares: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Return, per row, the expected score of the best constant of its question, or of chance if that is higher.

    For options, by the probabilities of their texts; for classes and numbers in hindsight. The second result is the
    score on the row itself.
    """
    constant, scores_of_constant = np.zeros((2, len(rows)))
    for _, asked in rows.groupby(["question_id", rows["n_options"].fillna(0)]):
        kind, truths = asked["question_kind"].iloc[0], asked["truth"].to_numpy(float)
        if kind == "choice":
            chance, expected = 1 / len(asked["options"].iloc[0]), Counter[str]()
            for place, options in asked["options"].items():
                expected.update(dict(zip(options, shares[place] - chance, strict=True)))
            constant[asked.index] = chance + max(0.0, max(expected.values()) / len(asked))
        else:
            scores = compute_scores(kind, np.unique(truths)[:, None], truths[None, :])
            best = scores[scores.mean(axis=1).argmax()]
            constant[asked.index], scores_of_constant[asked.index] = best.mean(), best
    return constant, scores_of_constant
