"""Values to bytes: a document value in a language and a format. Knows no requirement, no model, no formula."""
