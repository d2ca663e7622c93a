"""Finds what answers a question: understand, recall, fuse, rerank, diversify, be sure or not."""
