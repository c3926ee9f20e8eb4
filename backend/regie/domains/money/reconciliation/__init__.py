"""Proposes which invoices bill which scheduled payments, and accepts proposals in bulk."""
