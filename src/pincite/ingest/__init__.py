"""One source in, a checked tree with provenance out."""
