"""Tests of margins."""
