"""What people mean by a reply, as far as first words tell."""

from __future__ import annotations

import pytest

from postil.domain.replies import Aim
from postil.track.aims import aim_of, link_in


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("Fixed.", Aim.CLAIMS_FIXED),
        ("Fixed in 6a0cb09, thanks!", Aim.CLAIMS_FIXED),
        ("This should be fixed now", Aim.CLAIMS_FIXED),
        ("✅ done", Aim.CLAIMS_FIXED),
        ("👍", Aim.ACKNOWLEDGES),
        ("Done", Aim.CLAIMS_FIXED),
        ("I have addressed it", Aim.CLAIMS_FIXED),
        ("This is not fixed by that", Aim.CONTESTS),
        ("We use fixed point numbers here", Aim.CONTESTS),
        ("Thanks", Aim.ACKNOWLEDGES),
        ("Good catch, will look", Aim.ACKNOWLEDGES),
        ("Will be fixed later", Aim.ACKNOWLEDGES),
        ("", Aim.ACKNOWLEDGES),
        ("...", Aim.ACKNOWLEDGES),
        ("OK but this is intentional", Aim.CONTESTS),
        ("Yes, this isn't reachable", Aim.CONTESTS),
        ("This is intentional for debugging", Aim.CONTESTS),
        ("Why is this a problem?", Aim.CONTESTS),
        ("Das ist Absicht", Aim.CONTESTS),
        ("这是故意的", Aim.CONTESTS),
        (
            "OK " + "so here is a long story about how all of it came to be, word for word",
            Aim.CONTESTS,
        ),
        ("all " * 20, Aim.CONTESTS),
        ("Wontfix: we drop this module next week", Aim.WONTFIX),
        ("won't fix, it is test code", Aim.WONTFIX),
        ("Will not fix because nobody calls it", Aim.WONTFIX),
        ("won’t fix — by design", Aim.WONTFIX),
        ("Won't fix", Aim.CONTESTS),
        ("Won't fix.", Aim.CONTESTS),
        ("Won't fix the thing you think it fixes", Aim.CONTESTS),
        ("This won't fix, because it cannot", Aim.CONTESTS),
        ("Deferred to #12", Aim.DEFERS),
        ("Postponed: https://example.org/12", Aim.DEFERS),
        ("Deferred to next week", Aim.CONTESTS),
        ("It is deferred to #12", Aim.CONTESTS),
    ],
)
def test_first_words(text: str, aim: Aim) -> None:
    assert aim_of(text) is aim


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("see #12 and #13", "#12"),
        ("(https://example.org/a?b=1) later", "https://example.org/a?b=1"),
        ("nowhere", ""),
        ("x" * 3_000 + " #12", ""),
    ],
)
def test_the_first_link(text: str, link: str) -> None:
    assert link_in(text) == link
