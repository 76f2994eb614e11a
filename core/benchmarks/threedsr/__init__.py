"""3DSRBench: questions about a scene in space, twelve kinds of them, with scenes made here and their exact truth.

Source: Ma et al., "3DSRBench: A Comprehensive 3D Spatial Reasoning Benchmark"; what is our own stands in
docs/benchmarks/threedsr.md.
"""
