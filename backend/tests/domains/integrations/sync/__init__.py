"""Tests of sync."""
