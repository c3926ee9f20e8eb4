"""Tests of awards."""
