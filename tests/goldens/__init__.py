"""What Pincite says to two hundred questions about the bundled law and case files, kept to be reviewed."""
