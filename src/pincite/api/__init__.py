"""Every operation once: its request, its response, its permission. Every surface calls these."""
