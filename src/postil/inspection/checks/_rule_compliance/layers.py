"""Whether a heading's word for a part of the program, as `Service code`, stands for folders at all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from postil.inspection.checks._rule_compliance.scope import Scope, has_layer
from postil.ports import Tree


@dataclass
class Layers:
    """The folders of the project before the change, each word looked up once."""

    base: Tree
    _known: dict[str, bool] = field(default_factory=dict)

    def settled(self, scope: Scope) -> Scope:
        """The scope without words that no path has, where the rule names its folder itself."""
        if not (scope.layers and scope.within):
            return scope
        kept = tuple(layer for layer in scope.layers if self._parts(layer))
        return replace(scope, layers=kept)

    def _parts(self, layer: str) -> bool:
        if layer not in self._known:
            self._known[layer] = any(
                has_layer(f"/{path.lower()}", layer) for path in self.base.paths()
            )
        return self._known[layer]
