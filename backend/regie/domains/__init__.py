"""The business, one folder per noun of the specification."""
