"""Tests of people's goals."""
