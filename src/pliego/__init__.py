"""pliego: from one text file about an AI workload to a request for quotation for GPU hosting."""

__version__ = "0.1.0"
