"""Icelandic law: the words of its references, the names of its laws, and references to them."""
