"""Many words looked for in a text at once."""
