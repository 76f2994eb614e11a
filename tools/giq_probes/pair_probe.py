"""The paper's test of encoders by pairs: same solid or not, by a small non-linear head over two embeddings.

Source: GIQ, section on mental rotation: trained on renderings, tested on a rendering beside another and beside a
photograph. Our own: the folds, the numbers of pairs, and that tested solids are never learned from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE, Pair
from core.errors import ReleaseError
from core.progress import Progress, Report, ignore_progress
from core.scoring.metrics import Floats
from tools.giq_probes.embeddings import ImageEmbeddings
from tools.giq_probes.linear_layer import FOLDS, Z_95, assign_folds
from tools.giq_probes.pair_head import ProbeHead, fit_head

EASY, HARD = "easy", "hard"
TAUGHT_PAIRS, ASKED = 2_000, 20
"""Pairs from which a head learns; images of each tested pair of solids, or of each solid, half of them same."""

STAGE = "Probing pairs"
DOMAINS = {"rendering and rendering": False, "rendering and photograph": True}
"""The kinds of the two images, and whether the second is a photograph."""


@dataclass(frozen=True, slots=True)
class PairProbeResult:
    """The result for pairs of one kind, in images of one kind.

    Attributes:
        kind: `EASY`, pairs at random, or `HARD`, the authors' 41 pairs.
        domain: of `DOMAINS`.
        value: share of right answers, the mean over units and draws, in [0, 1].
        low, high: its 95 % interval over units.
        least, most: of the single draws.
        n_units: solids of easy pairs, pairs of solids of hard ones.
        constant: score of the better constant answer.
    """

    kind: str
    domain: str
    value: float
    low: float
    high: float
    least: float
    most: float
    n_units: int
    constant: float


def probe_pairs(embeddings: ImageEmbeddings, seeds: int, report: Report = ignore_progress) -> list[PairProbeResult]:
    """Compute the share of right answers: easy pairs in five folds over solids, hard ones of solids never learned from.

    Args:
        embeddings: images as vectors.
        seeds: draws of the folds and of the pairs.
        report: called after each draw.

    Raises:
        ReleaseError: too few solids have two renderings.
    """
    pictures = _PairScorer(embeddings)
    hard = {solid for pair in (*NEGATIVE, *POSITIVE) for solid in pair}
    other_solids = [solid for solid in pictures.solids if solid not in hard]
    if min(len(pictures.solids), len(other_solids)) < 2 * FOLDS:
        raise ReleaseError(
            f"{len(pictures.solids)} solids with two renderings, {len(other_solids)} of them in no hard pair: the "
            f"probe for pairs needs {2 * FOLDS}. For twenty views of each: trilens synthesize giq --views 20"
        )
    hard_pairs = [pair for pair in (*POSITIVE, *NEGATIVE) if pictures.are_there(pair)]
    shares: dict[tuple[str, str], list[dict[str | Pair, float]]] = {}
    for seed in range(seeds):
        random = np.random.default_rng(seed)
        folds = assign_folds([()] * len(pictures.solids), seed)
        heads = [pictures.train_head(random, _select_fold(pictures.solids, folds != fold)) for fold in range(FOLDS)]
        of_hard = pictures.train_head(random, other_solids)
        for domain, is_photograph in DOMAINS.items():
            easy_shares: dict[str | Pair, float] = {}
            for fold, head in enumerate(heads):
                easy_shares |= pictures.score_easy_pairs(
                    random, head, _select_fold(pictures.solids, folds == fold), is_photograph
                )
            shares.setdefault((EASY, domain), []).append(easy_shares)
            available_pairs = [pair for pair in hard_pairs if pictures.are_there(pair, is_photograph)]
            shares.setdefault((HARD, domain), []).append(
                pictures.score_hard_pairs(random, of_hard, available_pairs, is_photograph)
            )
        report(Progress(STAGE, seed + 1, seeds))
    return [_summarise_draws(*key, draws) for key, draws in sorted(shares.items()) if any(draws)]


def format_pair_results(results: Sequence[PairProbeResult]) -> list[str]:
    """Format the results in percent, one line per kind of pairs and images."""
    units = {EASY: "solids", HARD: "pairs of solids"}
    return [
        f"{result.kind.capitalize()} pairs, {result.domain}: {100 * result.value:.1f} ({100 * result.low:.1f} to "
        f"{100 * result.high:.1f}; by draws {100 * result.least:.1f} to {100 * result.most:.1f}), {result.n_units} "
        f"{units[result.kind]}; a constant answer has {100 * result.constant:.1f}"
        for result in results
    ]


def _select_fold(solids: Sequence[str], is_own: np.ndarray) -> list[str]:
    return [solid for solid, is_in in zip(solids, is_own.tolist(), strict=True) if is_in]


def _summarise_draws(kind: str, domain: str, draws: Sequence[Mapping[str | Pair, float]]) -> PairProbeResult:
    """Summarise the share of right answers per unit, by draw; a solid may be alone in some draw's fold."""
    units = list(dict.fromkeys(unit for draw in draws for unit in draw))
    of_units = np.array([np.mean([draw[unit] for draw in draws if unit in draw]) for unit in units])
    of_draws = [float(np.mean(list(draw.values()))) for draw in draws if draw]
    value = float(of_units.mean())
    half = Z_95 * float(of_units.std(ddof=1)) / len(units) ** 0.5 if len(units) > 1 else 1.0
    of_same = float(np.mean([unit[0] == unit[1] for unit in units])) if kind == HARD else 0.5
    return PairProbeResult(
        kind=kind,
        domain=domain,
        value=value,
        low=max(value - half, 0.0),
        high=min(value + half, 1.0),
        least=min(of_draws),
        most=max(of_draws),
        n_units=len(units),
        constant=max(of_same, 1 - of_same),
    )


Taught = tuple[ProbeHead, Floats]
"""A head, and the divisors of its inputs, (d,)."""


class _PairScorer:
    """The images of each solid, as rows of vectors."""

    def __init__(self, embeddings: ImageEmbeddings) -> None:
        self.vectors = embeddings.vectors
        rows: dict[tuple[str, bool], list[int]] = {}
        for row, key in enumerate(zip(embeddings.shape_ids.tolist(), embeddings.is_photograph.tolist(), strict=True)):
            rows.setdefault(key, []).append(row)
        self.rows = {key: np.array(solid_rows) for key, solid_rows in rows.items()}
        self.solids = sorted(
            solid for (solid, is_photo), solid_rows in self.rows.items() if not is_photo and len(solid_rows) > 1
        )

    def train_head(self, random: np.random.Generator, solids: Sequence[str]) -> Taught:
        """Train a head on renderings of these solids; return it with their spread."""
        spread = self.vectors[np.concatenate([self.rows[solid, False] for solid in solids])].std(axis=0)
        spread = np.where(spread > 0, spread, 1.0)
        is_same = np.arange(TAUGHT_PAIRS) % 2 == 0
        pairs = [self._sample_pair(random, solids, same, is_photograph=False) for same in is_same.tolist()]
        return fit_head(self._compute_differences(pairs, spread), is_same, int(random.integers(2**31))), spread

    def are_there(self, pair: Pair, is_photograph: bool = False) -> bool:
        """Return whether both solids have images: two renderings each and, on request, a photograph of the second."""
        return set(pair) <= set(self.solids) and (not is_photograph or (pair[1], True) in self.rows)

    def score_easy_pairs(
        self, random: np.random.Generator, taught: Taught, solids: list[str], is_photograph: bool
    ) -> dict[str | Pair, float]:
        """Compute the share of right answers per solid; half of its pairs are with another solid of the fold."""
        available_solids = [solid for solid in solids if self.are_there((solid, solid), is_photograph)]
        is_same = np.arange(ASKED) % 2 == 0
        shares: dict[str | Pair, float] = {}
        for solid in available_solids if len(available_solids) > 1 else []:
            rows = [
                self._sample_pair_of_solid(random, solid, available_solids, same, is_photograph)
                for same in is_same.tolist()
            ]
            shares[solid] = self._compute_share(taught, rows, is_same)
        return shares

    def score_hard_pairs(
        self, random: np.random.Generator, taught: Taught, pairs: list[Pair], is_photograph: bool
    ) -> dict[str | Pair, float]:
        """Compute the share of right answers per pair of solids."""
        shares: dict[str | Pair, float] = {}
        for first, second in pairs:
            rows = [self._sample_rows(random, first, second, is_photograph) for _ in range(ASKED)]
            shares[first, second] = self._compute_share(taught, rows, np.full(ASKED, first == second))
        return shares

    def _compute_share(self, taught: Taught, rows: list[tuple[int, int]], is_same: np.ndarray) -> float:
        head, spread = taught
        return float(((head.compute_scores(self._compute_differences(rows, spread)) > 0) == is_same).mean())

    def _compute_differences(self, rows: list[tuple[int, int]], spread: Floats) -> Floats:
        first, second = np.array(rows).T
        return np.asarray(np.abs(self.vectors[first] - self.vectors[second]) / spread)

    def _sample_pair(
        self, random: np.random.Generator, solids: Sequence[str], same: bool, *, is_photograph: bool
    ) -> tuple[int, int]:
        return self._sample_pair_of_solid(
            random, solids[int(random.integers(len(solids)))], solids, same, is_photograph
        )

    def _sample_pair_of_solid(
        self, random: np.random.Generator, solid: str, solids: Sequence[str], same: bool, is_photograph: bool
    ) -> tuple[int, int]:
        """Sample two images of a solid, or one of it and one of another."""
        other_solid = solid
        while not same and other_solid == solid:
            other_solid = solids[int(random.integers(len(solids)))]
        return self._sample_rows(random, solid, other_solid, is_photograph)

    def _sample_rows(
        self, random: np.random.Generator, first_solid: str, second_solid: str, is_photograph: bool
    ) -> tuple[int, int]:
        """Sample a rendering of a solid, and another image of the same or of another solid."""
        first = int(random.choice(self.rows[first_solid, False]))
        rows = self.rows[second_solid, is_photograph]
        return first, int(random.choice(rows[rows != first]))
