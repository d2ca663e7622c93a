"""Closes a rule into the context that governs it on a date: deterministic, no model."""
