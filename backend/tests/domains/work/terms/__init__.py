"""Tests of the dated terms of retainers."""
