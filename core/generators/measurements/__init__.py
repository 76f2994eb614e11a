"""Generator of scene measurements."""
