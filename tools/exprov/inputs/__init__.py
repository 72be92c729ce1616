"""Paths and streams into records."""
