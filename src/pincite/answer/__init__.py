"""Composes an answer from the rules that govern, checks every quote word for word, or refuses."""
