"""Clients of the outside services, read-only: one per service, over a shared HTTP gateway."""
