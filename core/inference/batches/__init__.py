"""Whole runs through the batch interfaces of providers: cheaper, and answered within a day."""
