"""Measures any system that answers questions on any set of graded questions."""
