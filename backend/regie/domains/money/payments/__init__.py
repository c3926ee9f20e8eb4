"""Project payments: what a project is to bring in and when, and what its invoices say of it."""
