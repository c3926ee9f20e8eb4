"""Passwords: set by invitation or reset link, or changed by their owner."""
