"""A folder of case files in, documents with words traced to page, line and box out."""
