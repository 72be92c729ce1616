"""Conformance of an engine in any language: what it is asked, what it answers, and what that says."""
