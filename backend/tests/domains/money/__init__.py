"""Invoices, receivables and the payment schedules of projects."""
