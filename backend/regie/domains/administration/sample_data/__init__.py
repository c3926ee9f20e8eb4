"""Sample data: a small fictional agency that a new installation loads to look around, and removes again."""
