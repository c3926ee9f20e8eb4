"""Tests of reminders to pay."""
