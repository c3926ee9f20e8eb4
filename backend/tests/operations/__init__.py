"""Tests of what operators use: metrics, error reports and traces."""
