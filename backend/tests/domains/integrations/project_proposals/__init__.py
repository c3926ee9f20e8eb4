"""Tests of proposed projects."""
