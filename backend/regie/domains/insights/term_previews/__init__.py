"""Shows which figures of past days a dated term of a person or of responsibility would change."""
