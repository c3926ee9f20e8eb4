"""Retainers that were lost: when, why, to whose account, and whether they came back."""
