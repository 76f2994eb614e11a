"""Generators of items: they draw images, questions and keys. No reader of a benchmark imports one."""
