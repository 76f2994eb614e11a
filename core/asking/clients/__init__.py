"""Models behind one protocol, one vendor a file; reached only through `core/asking/ask.py`."""
