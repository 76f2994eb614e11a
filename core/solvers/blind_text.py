"""The blind reader as a model: it sees question and options but no image, and has learned from the other half."""

from core.records import Model

MODEL = Model("blind_text", "Text-only baseline", kind="reference")
