"""The changes behind the sample reviews, and quotes located in them."""

from __future__ import annotations

from postil.domain.change import Change, Side
from postil.domain.finding import (
    Evidence,
)

from fakes.changes import HEAD, change_between

_REFUND_BEFORE = '''\
"""Refunds through the payment gateway."""

from billing.client import Gateway
from billing.store import Store


def find(store: Store, order: str) -> Order:
    return store.order(order)


def describe(order: Order) -> str:
    return f"{order.id}: {order.total}"
'''
_REFUND_AFTER = '''\
"""Refunds through the payment gateway."""

from billing.client import Gateway
from billing.store import Store


def find(store: Store, order: str) -> Order:
    return store.order(order)


def refund(store: Store, gateway: Gateway, order_id: str, cents: int) -> bool:
    order = store.order(order_id)
    if order.refunded + cents > order.total:
        return False
    try:
        gateway.refund(order.charge, cents)
    except Exception:
        pass
    store.set_refunded(order_id, order.refunded + cents)
    return True


def describe(order: Order) -> str:
    return f"{order.id}: {order.total}"
'''
_CLIENT_BEFORE = """\
import httpx


class Gateway:
    def __init__(self, key: str) -> None:
        self.key = key
        self.http = httpx.Client(timeout=10)
"""
_CLIENT_AFTER = """\
import httpx

API_KEY = "sk_live_(masked)"


class Gateway:
    def __init__(self, key: str = API_KEY) -> None:
        self.key = key
        self.http = httpx.Client(timeout=10)

    def refund(self, charge: str, cents: int) -> None:
        self.http.post(f"/charges/{charge}/refund", json={"amount": cents})
"""
_TESTS_AFTER = """\
from billing.refund import refund


def test_refund_is_stored(store, gateway):
    assert refund(store, gateway, "o-1", 500)
    assert store.order("o-1").refunded == 500
"""
_DOCS_BEFORE = """\
# Refunds

Refunds are made by hand in the gateway's dashboard.
"""
_DOCS_AFTER = """\
# Refunds

Refunds are made by `billing.refund.refund_order`.
Partial refunds are not possible.
"""

NOISY_CHANGE = change_between(
    {
        "src/billing/refund.py": _REFUND_BEFORE,
        "src/billing/client.py": _CLIENT_BEFORE,
        "docs/refunds.md": _DOCS_BEFORE,
    },
    {
        "src/billing/refund.py": _REFUND_AFTER,
        "src/billing/client.py": _CLIENT_AFTER,
        "docs/refunds.md": _DOCS_AFTER,
        "tests/test_refund.py": _TESTS_AFTER,
    },
    subject="feat: refund an order from the back office",
    branch="refunds",
)
CLEAN_CHANGE = change_between(
    {"src/greeting.py": 'def greet(name):\n    return "hello " + name\n'},
    {
        "src/greeting.py": 'def greet(name: str) -> str:\n    return f"hello {name}"\n',
        "tests/test_greeting.py": (
            'from greeting import greet\n\n\ndef test_greet():\n    assert greet("a") == "hello a"\n'
        ),
    },
    subject="Type the greeting",
    branch="typed-greeting",
)


def quoted(change: Change, path: str, start: int, end: int | None = None) -> Evidence:
    """Lines of a changed file at head, as the quote gate would locate them."""
    last = start if end is None else end
    lines = {
        line.new: line.text
        for hunk in change.by_path[path].hunks
        for line in hunk.lines()
        if line.new is not None
    }
    text = "\n".join(lines[number] for number in range(start, last + 1))
    return Evidence(path=path, side=Side.NEW, revision=HEAD, text=text, start=start, end=last)


def line_of(change: Change, path: str, text: str) -> int:
    return next(number for number, line in change.by_path[path].added if text in line)
