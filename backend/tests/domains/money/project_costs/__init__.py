"""Tests of external costs of projects."""
