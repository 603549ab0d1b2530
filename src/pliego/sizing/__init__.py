"""Sizing: memory, capacity and layout as pure arithmetic. No files, no catalogs, no model names."""
