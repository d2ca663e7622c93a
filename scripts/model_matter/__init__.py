"""The makers of the bundled matter's files, one module a manner of paper."""
