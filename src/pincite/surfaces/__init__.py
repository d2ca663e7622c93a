"""Translate in, call the API, translate out. No fact is added here."""
