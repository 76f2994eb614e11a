"""Report: the figures of the overview without a browser, as JSON, Markdown or one HTML file."""
