"""Invoices of the accounting service, linked to clients and projects."""
