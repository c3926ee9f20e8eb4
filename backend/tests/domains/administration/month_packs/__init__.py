"""Tests of month-end packs."""
