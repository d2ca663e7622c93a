"""Law: files become drafts by readers, pass the gates and are loaded."""
