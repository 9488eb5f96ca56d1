"""How far a change reaches: the layers and areas it touches and the files security hangs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from postil.domain.brief import Area, Layer
from postil.domain.change import ChangedFile
from postil.domain.paths import area_of, is_sensitive, layer_of


def layers(files: Iterable[ChangedFile]) -> tuple[Layer, ...]:
    """The layers touched, from the surface down."""
    touched = {layer_of(file.path) for file in files}
    return tuple(layer for layer in Layer if layer in touched)


def areas(files: Iterable[ChangedFile]) -> tuple[tuple[Area, int], ...]:
    """How many files each area has; areas without any are absent."""
    counts = Counter(area_of(file.path) for file in files)
    return tuple((area, counts[area]) for area in Area if counts[area])


def sensitive(files: Iterable[ChangedFile]) -> tuple[str, ...]:
    """The security-sensitive files; one that was moved away under another name still is."""
    return tuple(
        file.path
        for file in files
        if is_sensitive(file.path) or (file.old_path is not None and is_sensitive(file.old_path))
    )
