"""Builds a change of six hundred lines as people write them: several files, edits and additions."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

FILES = 11
EDITS = 5
_IDENTITY = "Bench <bench@example.invalid> 1700000000 +0000"


def build(folder: Path) -> tuple[str, str]:
    """A repository whose last commit changes six hundred lines; returns base and head."""
    before = {_path(number): _module(number) for number in range(FILES)}
    before["AGENTS.md"] = "# Rules\n\n- Amounts are whole cents, never floats.\n"
    after = {_path(number): _edited(number) for number in range(FILES)}
    folder.mkdir(parents=True, exist_ok=True)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    stream = _commit("Start the shop", before) + _commit("feat: invoices by region", after)
    _git(folder, "fast-import", "--quiet", given=stream)
    base, head = _git(folder, "rev-parse", "main~1", "main").split()
    return base, head


def changed_lines(folder: Path, base: str, head: str) -> int:
    rows = _git(folder, "diff", "--numstat", base, head).splitlines()
    return sum(int(number) for row in rows for number in row.split("\t")[:2])


def diff(folder: Path, base: str, head: str) -> str:
    return _git(folder, "diff", "-U3", "--no-color", base, head)


def _path(number: int) -> str:
    return f"shop/invoices/region_{number:02}.py"


def _module(number: int) -> str:
    parts = [f'"""Invoices of region {number}: what is owed, by whom, and until when."""\n']
    parts += [_function(number, position) for position in range(EDITS * 2)]
    return "\n\n".join(parts)


def _function(number: int, position: int, *, edited: bool = False) -> str:
    limit = f"self.limits.for_region({number}, fallback={position})" if edited else "LIMIT"
    checks = (
        f"    if invoice.region != {number} or not invoice.lines:\n"
        f'        raise WrongRegion(f"invoice {{invoice.number}} is not of region {number}")\n'
        if edited
        else f"    assert invoice.region == {number}, invoice.number\n"
    )
    return (
        f"def outstanding_amount_{number}_{position}(self, invoice, payments, today):\n"
        f'    """What is still owed on an invoice of kind {position}, in cents, never below nothing."""\n'
        f"{checks}"
        f"    received = sum(payment.cents for payment in payments if payment.due <= today)\n"
        f"    owed = invoice.total_cents - received + late_fee(invoice, today, kind={position})\n"
        f"    if owed > {limit}:\n"
        f'        self.journal.note("over the limit", invoice=invoice.number, owed=owed)\n'
        f"    return max(owed, 0)\n"
    )


def _edited(number: int) -> str:
    parts = [f'"""Invoices of region {number}: what is owed, by whom, and until when."""\n']
    parts += [
        _function(number, position, edited=position % 2 == 0) for position in range(EDITS * 2)
    ]
    return "\n\n".join(parts) + "\n\n" + _addition(number)


def _addition(number: int) -> str:
    return "\n\n".join(
        f"def remind_customer_{number}_{position}(self, customer, invoices, today):\n"
        f'    """Write to a customer of region {number} about everything that is overdue by {position} weeks."""\n'
        f"    overdue = [invoice for invoice in invoices if invoice.due + weeks({position}) < today]\n"
        f"    if not overdue or customer.has_been_told_since(today - weeks({position + 1})):\n"
        f"        return None\n"
        f"    total = sum(self.outstanding_amount_{number}_0(each, each.payments, today) for each in overdue)\n"
        f'    letter = self.letters.render("reminder-{position}", customer=customer, total=total)\n'
        f"    return self.post.send(letter, to=customer.address, copy_to=self.office_of({number}))\n"
        for position in range(3)
    )


def _commit(message: str, files: Mapping[str, str]) -> bytes:
    said = message.encode()
    parts = [b"commit refs/heads/main\ncommitter %s\n" % _IDENTITY.encode()]
    parts.append(b"data %d\n%s\n" % (len(said), said))
    for path, text in files.items():
        data = text.encode()
        parts.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
    return b"".join(parts) + b"\n"


def _git(folder: Path, *arguments: str, given: bytes = b"") -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], input=given, capture_output=True, check=True
    )
    return done.stdout.decode()
