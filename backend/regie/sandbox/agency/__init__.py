"""Generates the fictional agency whose people, clients, work and money the imitated services serve."""
