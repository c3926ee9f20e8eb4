"""Tests of employees."""
