"""Models behind one protocol, one vendor a file; reached only through `core/ask.py`."""
