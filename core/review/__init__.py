"""Failure review: codes that people give to answers, the codebook, samples to review, rates and agreement."""
