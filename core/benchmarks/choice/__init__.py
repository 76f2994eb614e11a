"""Multiple-choice benchmarks: tables of questions, options, keys and images of any origin, and the items in them."""
