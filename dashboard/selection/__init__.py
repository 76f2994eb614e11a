"""Selection: filters, drill-down, runs, and the keys that hold them."""
