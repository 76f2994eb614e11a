"""Asking models and people: requests, prompts, image views, whole runs, what visitors may do, and what it costs."""
