"""Clients of models with a common protocol, one module per vendor; only `core/inference/send_request.py` calls them."""
