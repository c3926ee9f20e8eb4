"""Tests of dated terms."""
