"""Measures speed as ratios within one run, mostly to a floor that does the same work; see __main__."""
