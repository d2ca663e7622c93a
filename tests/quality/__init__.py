"""Holds answers over the bundled law and the bundled matter to what they once reached."""
