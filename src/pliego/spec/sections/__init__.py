"""The sections of the spec, typed. What can become a requirement takes a level; everything else describes."""
