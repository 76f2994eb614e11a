"""Prompts by id: the paper's, variants of it as operations (one file each, its id is the file's name), own texts."""
