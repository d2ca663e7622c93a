"""A brief's citations and quotations, checked against the law that is held."""
