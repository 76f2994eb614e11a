"""Generators of items: they draw pictures, questions and keys. No reader of a benchmark imports one."""
