"""Tests of core values."""
