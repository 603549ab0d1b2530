"""The pilot that shows before the award whether requirements are met: its cases, as values."""
