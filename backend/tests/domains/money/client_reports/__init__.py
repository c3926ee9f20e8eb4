"""Tests of hours over and the decisions about them."""
