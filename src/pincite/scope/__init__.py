"""Gathers what governs a rule on a date: definitions, exceptions, enabling acts. Uses no model."""
