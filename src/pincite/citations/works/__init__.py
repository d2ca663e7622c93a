"""Works of a corpus, by the names they go by."""
