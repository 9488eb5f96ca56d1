"""What the pretended provider is like: its keys, its models, its window and its pace."""

from __future__ import annotations

import msgspec

from postil.testing.models.reply import Pace


class Service(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults take any key and any model and answer at once.

    `window` is the most prompt tokens a model reads, 0 for no limit; `structured` is off for a
    server that refuses schemas.
    """

    key: str = ""
    models: tuple[str, ...] = ()
    window: int = 0
    structured: bool = True
    pace: Pace = Pace()
