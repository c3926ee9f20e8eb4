"""Dates, months, working days, time zones and the clock."""
