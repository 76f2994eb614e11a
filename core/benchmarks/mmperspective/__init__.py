"""MMPerspective: pictures of streets, houses and rooms, and questions about their perspective, with exact truth.

Source: Tang et al., "MMPerspective: Do MLLMs Understand Perspective? A Comprehensive Benchmark for Perspective
Perception, Reasoning, and Robustness"; generation as listed in docs/benchmarks/mmperspective.md.
"""
