"""Questions over WhatsApp: what the Cloud API delivers is answered, and nothing of it is kept."""

from pincite.surfaces.whatsapp.webhook import router

__all__ = ["router"]
