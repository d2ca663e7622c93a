"""Signals as a process has them that somebody started from a terminal."""

from __future__ import annotations

import signal


def listen_to_ctrl_c() -> None:
    """For `preexec_fn`: a shell that runs the tests in the background has Ctrl-C turned off for
    them, and what they start would not hear it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
