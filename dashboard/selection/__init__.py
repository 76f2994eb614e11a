"""What is selected: filters, a drill-down, runs, and the keys that hold it."""
