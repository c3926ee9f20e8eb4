"""Tests of invoices and receivables."""
