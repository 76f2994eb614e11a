"""The authors' engine of December 2024, built again from its description, with its defects."""
