"""Replies under load are held to what a quiet thread gives at the same revision."""
