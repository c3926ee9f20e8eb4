"""Invoices of the accounting service, linked to our clients and projects."""
