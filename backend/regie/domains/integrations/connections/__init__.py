"""Connects the outside services: addresses, keys, consent."""
