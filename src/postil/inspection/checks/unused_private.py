"""Private code lost its last use, or comes in without one.

Private functions, methods, classes and constants of Python, JavaScript, TypeScript, Java, C#, PHP,
Go, Ruby and C are looked up in all that can reach them at the reviewed commit.

Why it matters: nobody outside can use what is private, so one without a use is maintained, read and
tested for nothing. Either the call was forgotten, or the code was finished with and stays.

Stays quiet when: anything that can reach the name holds it, also in a string; a decorator, an
annotation, a base class or a framework may call it; the file reaches names by values; the new name
stands in a test, in a comment or in a change that says more is to come; it is one of several values
that begin alike.

Silence it: write `postil: allow unused-private` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "unused-private"` to `.postil.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from postil.domain.change import Change
from postil.domain.finding import MOST_QUOTES, Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, asked
from postil.inspection.checks._unused_private.change import (
    Candidate,
    Finder,
    Touched,
    is_looked_at,
)
from postil.inspection.checks._unused_private.elsewhere import Elsewhere
from postil.inspection.checks._unused_private.things import Thing
from postil.inspection.copies import Copies
from postil.inspection.gathering import by_title, gathered
from postil.inspection.series import is_piece, is_to_be_continued
from postil.ports import Hits, Tree

NAME = "unused-private"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.NIT
ROOT = Root.CODE
ASKS_TREE = True

MOST_NAMES = 2_000
_NAMED = 3
_CUSTOM = 2
"""So many older things without a use show that nobody there takes them out."""
_CERTAIN = 90
_BEGINS = re.compile(r"(?i)\bfirst (?:commit|version)\b")


def activates(change: Change) -> str | None:
    files = [file for file in change.files if is_looked_at(change, file)]
    return f"{len(files)} files may hold private code" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    finder = Finder(change, head, base)
    touched = list(finder.touched())
    lost = list(finder.lost())
    words = {thing.word for one in touched for thing in (*one.older, *_suspects(one))}
    words.update(each.word for each in lost)
    if len(words) > MOST_NAMES:
        yield _too_many(len(words))
        return
    found = yield from asked(frozenset(words))
    touched += _joined(finder.left_elsewhere(each, found.get(each.word, Hits())) for each in lost)
    remarks = _remarks(change, touched, Elsewhere(found), head)
    same_name = gathered(remarks, lambda remark: remark.title, few=1, called="more of that name")
    yield from gathered(same_name, by_title)


def _remarks(
    change: Change, touched: Iterable[Touched], elsewhere: Elsewhere, head: Tree
) -> Iterator[Remark]:
    copies = Copies(head)
    unfinished, piece = is_to_be_continued(change, also=_BEGINS), is_piece(change, head)
    for one in touched:
        dead = [each for each in one.candidates if not elsewhere.uses(each.thing)]
        if not dead or copies.is_copy(one.path):
            continue
        custom = sum(not elsewhere.uses(thing) for thing in one.older) >= _CUSTOM
        for group in (_left(dead), [] if unfinished else _brought(dead)):
            if group:
                remark = _remark(one, group, elsewhere)
                awaits_use = piece and group[0].cause is None
                is_off = all(one.head.is_switched_off(each.thing) for each in group)
                is_mild = custom or unfinished or awaits_use or is_off
                yield remark.as_mild() if is_mild else remark


def _joined(found: Iterable[Touched | None]) -> list[Touched]:
    """What was found in the same file as one."""
    by_path: dict[str, Touched] = {}
    for one in found:
        if one is not None:
            by_path.setdefault(one.path, replace(one, candidates=[])).candidates += one.candidates
    return list(by_path.values())


def _suspects(one: Touched) -> tuple[Thing, ...]:
    """What may be dead in a file: the candidates, and what they alone use."""
    return one.head.with_followers([each.thing for each in one.candidates], one.head.things)


def _left(dead: Sequence[Candidate]) -> list[Candidate]:
    return [each for each in dead if each.cause is not None]


def _brought(dead: Sequence[Candidate]) -> list[Candidate]:
    return [each for each in dead if each.cause is None]


def _remark(one: Touched, group: Sequence[Candidate], elsewhere: Elsewhere) -> Remark:
    """All of one file that the change leaves, or brings, as the one finding it is."""
    roots = [each.thing for each in group]
    others = [thing for thing in one.head.things if not elsewhere.uses(thing)]
    dead = one.head.with_followers(roots, others)
    followers = [thing for thing in dead if thing not in roots]
    first = roots[0]
    causes = [each.cause for each in group if each.cause is not None]
    places = [
        Quote(path=each.path, text=each.text, line=each.line) for each in (*roots, *followers)
    ]
    names = _listed([thing.name for thing in roots])
    several = len(roots) > 1
    if causes:
        verb = "calls" if all(thing.is_called for thing in roots) else "uses"
        title = f"Nothing {verb} {names} any more"
        failure = (
            f"The change removes the last use of {names}, which "
            f"{'stay' if several else 'stays'} to be read and maintained for nothing."
        )
        mitigation = f"Delete {names} too, or keep what used {'them' if several else 'it'}."
        severity = Severity.LOW
    else:
        title = f"{names} {'are' if several else 'is'} defined and never used"
        failure = (
            f"Nothing that can reach {names} uses {'them' if several else 'it'}: "
            "a call was forgotten, or the code is dead."
        )
        mitigation = f"Use {names} where {'they are' if several else 'it is'} meant, or delete {'them' if several else 'it'}."
        severity = SEVERITY
    return Remark(
        title=title,
        slug=NAME,
        severity=severity,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(places[0], *causes[:1], *places[1:], *causes[1:])[:MOST_QUOTES],
        failure_mode=failure,
        mitigation=mitigation,
        claim=Claim(Shape.OTHER, first.name),
        confidence=_CERTAIN,
        details=_details(followers),
    )


def _listed(names: Sequence[str]) -> str:
    """The names, as a sentence lists them; of many the first, and how many more there are."""
    shown = [f"`{name}`" for name in names[:_NAMED]]
    if len(names) > _NAMED:
        return f"{', '.join(shown)} and {len(names) - _NAMED} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _details(followers: Sequence[Thing]) -> str:
    if not followers:
        return ""
    names = _listed([thing.name for thing in followers])
    return f"Only that uses {names}, which {'go' if len(followers) > 1 else 'goes'} with it."


def _too_many(count: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"the change touches more private names than can be followed ({count:,})",
        required=True,
        remedy="split the change",
    )
