"""Tests of the retainer ledger."""
