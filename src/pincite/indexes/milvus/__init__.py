"""Milvus as the engine of vectors, where several machines answer from one corpus.

Each row of the corpus is an entity there, under the number of its chunk and with a stamp of its
text. By the stamp we tell what the server has kept from before a change, which is never shown.
"""
