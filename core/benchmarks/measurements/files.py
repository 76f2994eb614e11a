"""File names of a set of scene measurements, and the version of its engine."""

ITEMS, ENGINE, IMAGES = "measurements.jsonl", "engine.json", "images"

ENGINE_VERSION = "1"
"""Changes whenever a question, a truth or a scene changes; sets of earlier versions stay readable."""
