"""Trains the reader: which unit answers a question, and whether a quote supports a sentence."""
