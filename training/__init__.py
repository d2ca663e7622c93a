"""What models of our own are trained on: passages of law, pairs of a query and what answers it."""
