"""Runs on the disk: journals, ledgers of batches, request options and rereadings."""
