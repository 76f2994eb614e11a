"""How much memory a process took at most, for processes that tests and benches start.

Linux counts it anew for each program; `ru_maxrss` begins with what the process that started this one held.
"""

PRINT_PEAK_MB = """
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) * 1024 / 1e6)
"""
"""Lines for the end of a script: they print its own peak in megabytes."""
