"""What people mean by a reply, as far as first words tell."""

from __future__ import annotations

import pytest

from postil.domain.replies import Aim
from postil.track.aims import aim_of


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
    ],
)
def test_first_words(text: str, aim: Aim) -> None:
    assert aim_of(text) is aim
