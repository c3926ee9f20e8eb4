"""Dated terms of retainers: fee, included hours, roll-over, overage rate, pauses and end."""
