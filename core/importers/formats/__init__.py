"""One module a form of log: `recognises(head)` and `read(path)`, registered in `core.importers.detect_format`."""
