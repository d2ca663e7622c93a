"""What a short form, an Id., a supra or a name alone goes back to."""
