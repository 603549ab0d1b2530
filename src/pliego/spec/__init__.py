"""The spec: its models, how YAML and TOML become data with positions, its schema and its own rules.

Reading, schema and rules import no pydantic; the models are built behind a clean validation.
"""
