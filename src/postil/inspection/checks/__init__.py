"""What a check is: two files of one name, a module that fits here and a page with its cases.

A check module has these names:

    NAME         the file's name with dashes
    DIMENSION    the pass it belongs to
    SEVERITY     its usual severity; a remark may differ where the check says so
    ROOT         where the cause usually lies
    activates    why it has something to look at, a sentence, or None
    inspect      a generator of remarks, gaps, and what was found in order (`Clean`)

Both ask for their inputs by parameter name and are handed nothing else:

    change   the Change            head, base   the two Trees
    tools    the Toolbox           today        the day of the run
    brief    what understanding the change produced
    rules    the team's own rules from the configuration
    scans    what other scanners found, or can be run to find
    commits  which commits the clone holds

`activates` may look at `change`, `brief`, `rules` and `scans` only: it decides before anything is read.

A check that asks about the whole tree declares `ASKS_TREE = True` and yields `Needles`, once,
before anything else. The engine gathers those of all checks, searches once, and sends the
answer back:

    found = yield Needles({"old_name"})
    for hit in found["old_name"].hits: ...

A search that fails is raised there; a check that does not catch it becomes a gap as a whole.
One that can do without asks with `found = yield from asked(needles)`.

Its docstring is its summary: what it flags, then paragraphs that begin with
`Why it matters:`, `Stays quiet when:` and `Silence it:`. A check that outgrows one file keeps its
parts in a folder of its name behind an underscore (`_my_check/`), which nothing else imports.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

from postil.domain.errors import PostilError
from postil.domain.finding import Remark
from postil.domain.observation import Clean, Gap
from postil.ports import Hits

MUST_HAVE = frozenset({"NAME", "DIMENSION", "SEVERITY", "ROOT", "activates", "inspect"})
READ_FIRST = frozenset({"change", "brief", "rules", "scans"})
INPUTS = READ_FIRST | {"head", "base", "tools", "today", "commits"}


@dataclass(frozen=True, slots=True)
class Needles:
    """The fixed strings a check wants found in the tree at head."""

    texts: frozenset[str]


def asked(
    texts: frozenset[str],
) -> Generator[Needles | Gap, Mapping[str, Hits], Mapping[str, Hits]]:
    """What the search finds; where it fails nothing, and a gap for what it would have told."""
    try:
        return (yield Needles(texts))
    except PostilError as error:
        yield Gap(
            subject="the rest of the tree",
            reason=f"{error}; findings are told without knowing what is usual there",
            required=True,
            remedy="fetch all files of the commit (a partial clone lacks some) and run again",
        )
        return {}


Inspection = Generator[Remark | Gap | Needles, Mapping[str, Hits], None]
Account = Generator[Remark | Gap | Clean | Needles, Mapping[str, Hits], None]
"""An inspection that says itself what it found in order, where counting files is not enough."""
