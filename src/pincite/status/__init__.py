"""What is in force on a date, from the law's own words."""
