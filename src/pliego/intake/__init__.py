"""Bytes to values: what comes in from files that the spec or the command line names."""
