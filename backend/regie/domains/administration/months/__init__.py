"""Closing of months: open points, published figures, restatements."""
