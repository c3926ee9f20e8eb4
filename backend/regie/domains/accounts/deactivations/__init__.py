"""Ending a person’s access, with what they looked after handed over."""
