"""GePBench: figures of plane shapes and four-option questions about them, made with their exact truth.

Source: Xing et al., "GePBench: Evaluating Fundamental Geometric Perception for Multimodal Large Language Models";
the engine's parameters as listed in docs/benchmarks/gepbench.md.
"""
