"""What a library of law and a matter share: a corpus, what is derived from it, and answers."""
