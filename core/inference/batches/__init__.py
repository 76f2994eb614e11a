"""Runs through the batch interfaces of providers, which are cheaper and reply within a day."""
