"""Session keys of Benchmarks."""

from dashboard.runtime.session_state import ElementKey, ElementKeyFamily

EXAMPLE_QUESTIONS = ElementKeyFamily("asks-{}")
MORE_QUESTIONS = ElementKeyFamily("asks-more-{}")
PUBLISHED_BENCHMARK = ElementKey("claims_of")
RUNS_ACROSS_BENCHMARKS = ElementKey("across")
