"""Citations: found in any text, tied to what they cite, and kept in an index."""
