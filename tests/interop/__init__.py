"""Tests of our exports in other programs: `make interop`, in separate environments."""
