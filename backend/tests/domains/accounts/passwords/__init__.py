"""Tests of passwords."""
