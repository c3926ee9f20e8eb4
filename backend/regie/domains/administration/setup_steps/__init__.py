"""The steps from an empty installation to the first figures, and how far each of them is."""
