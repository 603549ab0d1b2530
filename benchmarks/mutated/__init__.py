"""Mutated specs: what may come from any hand, made by chance from what people wrote."""
