"""Copies of the outside services' records, without any rules."""
