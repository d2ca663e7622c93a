"""Bundled profiles of the reader `plain`: which pattern is which level."""
