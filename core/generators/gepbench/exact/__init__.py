"""The engine whose questions cannot be guessed: options first, key second, figure third."""
