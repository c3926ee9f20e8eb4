"""Dated terms of retainers: fee, pauses and end."""
