"""The benchmarks: what each brings, one module or package each, and the registry of all."""
