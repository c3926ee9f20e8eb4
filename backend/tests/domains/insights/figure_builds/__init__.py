"""Tests of stored figures."""
