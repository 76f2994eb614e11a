"""Multiple-choice benchmarks: tables of questions, options, keys and pictures of any origin, and the items in them."""
