"""Warnings when the hours of a retainer or the budget of a project run out."""
