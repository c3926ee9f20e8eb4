"""Tests of users, employees, teams and notifications."""
