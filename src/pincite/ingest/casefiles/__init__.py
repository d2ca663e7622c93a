"""Reads folders of case files into documents whose words are traced to page, line and box."""
