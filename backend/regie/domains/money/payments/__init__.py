"""Scheduled payments of projects and their invoices."""
