"""The two languages, and text as people search and sort it."""
