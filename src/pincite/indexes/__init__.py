"""What is searched: one family of index a file, all over the same rows."""
