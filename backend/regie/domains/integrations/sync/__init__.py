"""Synchronizes the records of the outside services, in durable background jobs."""
