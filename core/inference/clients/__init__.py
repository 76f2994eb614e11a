"""Clients of models with a common protocol, one module per vendor; only `core/inference/request.py` calls them."""
