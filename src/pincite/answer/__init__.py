"""Composes an answer from what governs, checks every word that it quotes, or refuses."""
