"""One module per log format: `classify_file(path, head)` and `read(path)`, listed in `core.importers.log_formats`."""
