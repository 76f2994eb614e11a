"""3DSRBench: twelve kinds of questions about a 3D scene, with generated scenes and their exact truths.

Source: Ma et al., "3DSRBench: A Comprehensive 3D Spatial Reasoning Benchmark"; docs/benchmarks/threedsr.md lists our
additions.
"""
