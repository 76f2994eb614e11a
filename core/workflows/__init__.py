"""Workflows that bring a data folder from any state to a current warehouse."""
