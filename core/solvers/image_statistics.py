"""The image statistics reader as a model: crude statistics of the images alone, learned on other groups."""

from core.records import Model

MODEL = Model("image_statistics", "Image statistics", kind="reference")
