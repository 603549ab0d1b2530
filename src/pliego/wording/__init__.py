"""Rules on the buyer's own words."""
