"""The search indexes: one kind of index a file, all over the same rows."""
