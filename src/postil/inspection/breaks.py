"""A Break: one place in a file that names something which is not there."""

from __future__ import annotations

from dataclasses import dataclass

CERTAIN = 90
LIKELY = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """What is named where, and what follows from its absence.

    `owner` is the part of the file that names it (a job, a script, a service), so that the
    same break can be recognised in another revision whatever its line is there. `lines` are
    all places an edit would help at; the first is the best unless the change wrote another.
    `origin` is where the thing stood or should stand, when that is another file.
    """

    path: str
    lines: tuple[int, ...]
    slug: str
    subject: str
    owner: str
    title: str
    failure: str
    mitigation: str
    origin: str | None = None
    confidence: int = CERTAIN

    @property
    def key(self) -> tuple[str, str, str]:
        return self.slug, self.subject.lower(), self.owner.lower()
