"""Peak memory of processes started by tests and benchmarks.

Linux measures it separately for each program; `ru_maxrss` starts with the memory of the parent process.
"""

PRINT_PEAK_MB = """
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) * 1024 / 1e6)
"""
"""Lines for the end of a script that print its peak in megabytes."""
