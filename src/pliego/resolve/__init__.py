"""Spec + catalog → workloads with their facts, and findings that need facts. No arithmetic."""
