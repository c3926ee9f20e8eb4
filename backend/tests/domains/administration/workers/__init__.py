"""Tests of the workers' heartbeats."""
