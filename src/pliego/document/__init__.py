"""The shapes that every document value is made of. No wording, no drawing, no format."""
