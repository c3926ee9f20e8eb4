"""Tests of lost retainers."""
