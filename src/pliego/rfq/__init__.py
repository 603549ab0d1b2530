"""The request for quotation as a value: cover, sections, tables. Message keys and quantities, no format."""
