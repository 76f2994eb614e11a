"""The page Benchmarks."""
