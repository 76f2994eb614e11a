"""Runs on the disk: journals of replies, and replies that other programs collected."""
