"""The organization’s settings, with what follows from them in the records above."""
