"""Inference of models and people: requests, prompts, image views, runs, limits for visitors, and costs."""
