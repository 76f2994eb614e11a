"""What users made: into one archive, and back from it."""
