"""Law: readers turn files into drafts, the gates check them, and a load stores them."""
