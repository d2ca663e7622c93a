"""What law says of the life of law: what it repeals, replaces, ends, suspends, begins, saves."""
