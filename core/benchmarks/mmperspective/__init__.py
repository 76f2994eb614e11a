"""MMPerspective: images of streets, houses and rooms with questions about their perspective and exact truths.

Source: Tang et al., "MMPerspective: Do MLLMs Understand Perspective? A Comprehensive Benchmark for Perspective
Perception, Reasoning, and Robustness"; generation as listed in docs/benchmarks/mmperspective.md.
"""
