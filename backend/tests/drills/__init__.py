"""Faults and crowds, in short form."""
