"""Finds what answers a question: understand, recall, fuse, rerank, diversify, say how sure."""
