from __future__ import annotations

from installed_models import models

__all__ = ["models"]
