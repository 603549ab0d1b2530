"""The arithmetic of an award: one for the example that a request prints and for the quotes that come in."""
