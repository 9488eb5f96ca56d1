"""Whether a dotted token names a member of an object, as against one of a module or a class."""

from __future__ import annotations

from postil.inspection.checks._rule_compliance.orders import Order

_HANDLES = frozenset({"db", "conn", "tx", "cursor", "stmt"})
"""Objects that code gets by such names everywhere, and no module is called."""


def is_of_object(order: Order) -> bool:
    """Whether the rule speaks of an object: it tells to ask the same one for something else."""
    owner, dot, _ = order.token.partition(".")
    if not (owner and dot):
        return False
    is_same = order.instead.startswith(f"{owner}.") or f"`{owner}." in order.remedy
    return owner in _HANDLES or (is_same and owner.islower() and order.token.endswith(("(", ")")))
