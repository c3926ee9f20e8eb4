"""Languages, messages, and folding of text for search and sort."""
