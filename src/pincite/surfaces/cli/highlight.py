"""What stands out on a terminal."""

from __future__ import annotations

# Where it begins and ends, until the lines are broken; then on a terminal.
ON, OFF = "\ue000", "\ue001"
BOLD, NORMAL = "\x1b[1m", "\x1b[22m"
