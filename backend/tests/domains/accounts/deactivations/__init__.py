"""Tests of deactivation and departure."""
