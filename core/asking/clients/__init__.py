"""Models behind one protocol, one file per vendor; only `core/asking/ask.py` calls them."""
