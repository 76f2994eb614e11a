"""GePBench: figures of plane shapes and four-option questions about them, generated with exact truths.

Source: Xing et al., "GePBench: Evaluating Fundamental Geometric Perception for Multimodal Large Language Models";
the engine's parameters as listed in docs/benchmarks/gepbench.md.
"""
