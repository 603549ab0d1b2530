"""Predictions against measurements of others: reading rows, predicting from their inputs alone, scoring."""
