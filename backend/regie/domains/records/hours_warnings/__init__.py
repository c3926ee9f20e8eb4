"""Warnings about the hours of projects."""
