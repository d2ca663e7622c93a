"""What a question is answered from: the law, the files of a matter, or a pack."""
