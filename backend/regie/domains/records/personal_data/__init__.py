"""Erasures of people, and the records of services that must stay without personal data."""
