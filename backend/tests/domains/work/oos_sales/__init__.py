"""Tests of sales of extra work."""
