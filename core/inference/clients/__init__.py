"""Models behind one protocol, one file per vendor; only `core/inference/request.py` calls them."""
