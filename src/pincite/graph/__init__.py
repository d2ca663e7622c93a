"""Who, when and what the documents speak of, and which passages that ties together."""
