"""Milvus as the engine of vectors, where several machines answer from one corpus.

Each row of the corpus is an entity there, under the number of its chunk and with a stamp of its
text: what the server has kept from before a change is told by it, and never shown.
"""
