"""Specs changed at random: what they start from, how they are changed and written, how each is run."""
