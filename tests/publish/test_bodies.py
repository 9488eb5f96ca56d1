"""Thousands of bodies, shown by the renderer GitHub's descends from: nothing in them is live."""

from __future__ import annotations

import os

import pytest

from postil.publish.sanitising import Allowed, sanitise
from publish.bodies import Bodies
from publish.inspector import problems

BODIES = int(os.environ.get("POSTIL_BODIES", "2000"))
PARTS = 8
ALLOWED = Allowed(addresses=("https://forge.example/o/r/",))
HOSTS = frozenset({"forge.example"})


@pytest.mark.parametrize("part", range(PARTS))
def test_m08_gh38_t12_no_body_does_anything(part: int) -> None:
    bodies = Bodies(seed=part)
    for number in range(BODIES // PARTS):
        body = bodies.soup() if number % 2 else bodies.grafted()
        clean = sanitise(body, allow=ALLOWED).body
        assert list(problems(clean, hosts=HOSTS)) == [], repr(body)
        assert sanitise(clean, allow=ALLOWED).body == clean, repr(body)


def test_the_inspector_sees_what_is_live() -> None:
    """Of the bodies as they come, hardly one passes: the inspection is not blind."""
    bodies = Bodies(seed=0)
    passed = sum(not list(problems(bodies.soup(), hosts=HOSTS)) for _ in range(200))
    assert passed < 40


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("hello @octocat", "mention"),
        ("see #12", "reference"),
        ("![x](https://evil.example/p)", "tag <img>"),
        ("www.evil.example", "link to"),
        ("[x](https://forge.example/o?q=1)", "link to"),
        ("<b>x</b>", "tag <b>"),
        ("<details>\n\nx", "stands in"),
        ("```\nx", "stands in"),
        ("<!-- x -->", "comment"),
        ("`<!-- postil:x -->`", "mark"),
        ("/close", "command"),
        ("- [ ] x", "tag <input>"),
        ("<sub>x", "in ['p', 'sub']"),
    ],
)
def test_the_inspector_names_it(body: str, seen: str) -> None:
    assert seen in " ".join(problems(body, hosts=HOSTS))


def test_the_inspector_lets_our_own_links_be() -> None:
    assert list(problems("[x](https://forge.example/o/r/a)", hosts=HOSTS)) == []
