"""Dated notes about clients, with the next steps that follow from them."""
