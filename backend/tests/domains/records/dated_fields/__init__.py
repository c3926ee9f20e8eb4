"""Tests of dated fields."""
