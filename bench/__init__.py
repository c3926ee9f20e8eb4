"""Measures speed as ratios to a baseline server in the same run; see __main__."""

# The measured list: invoices in one currency, by descending total.
CURRENCY, PER_PAGE = "CAD", 25
