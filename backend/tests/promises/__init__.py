"""Scenarios of the main features through the API, with results recalculated from database rows."""
