"""Measures speed as ratios to a floor server in the same run; see __main__."""

# The list that is measured: the invoices in one currency, dearest first.
CURRENCY, PER_PAGE = "CAD", 25
