"""Backup of user data into one archive, and its restore."""
