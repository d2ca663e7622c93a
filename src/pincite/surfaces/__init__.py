"""Translate in, call the library, translate out. No logic lives here."""
