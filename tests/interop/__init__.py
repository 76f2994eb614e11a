"""Our exports in the real programs: `make interop`, in an environment of its own."""
