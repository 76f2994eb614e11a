"""The authors' engine of December 2024, rebuilt from its description, with its defects."""
