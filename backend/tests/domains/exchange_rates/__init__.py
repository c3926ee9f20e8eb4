"""Tests of exchange rates."""
