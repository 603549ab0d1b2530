"""From a Spec and its Sizing to a list of requirements: ids, levels, thresholds, evidence, verification.

One table (`table.py`) says which spec paths become requirements and how; no wording in a language lives here.
"""
