"""The library over HTTP."""
