"""What earlier versions of Pincite wrote, and proof that it is still read."""
