"""Runs and answers in the forms of other programs, which open them."""
