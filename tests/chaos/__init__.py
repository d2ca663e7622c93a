"""Real faults against real servers while they are asked and written to, and what came of each."""
