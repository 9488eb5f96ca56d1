from __future__ import annotations

import pytest

from postil.publish.composing import compose
from postil.publish.sanitising import Allowed, Kind
from postil.publish.secrets import Leak, Secret, Spelling
from postil.publish.sizing import LIMIT, length
from publish.inspector import problems

MARK = "\n\n<!-- postil:mark v=1 -->\n"
SECRET = Secret("the forge token", "ghx_" + "q7Lm2Xv9Tb4Rz8Kd1Wp6")


def test_ac25_a_leak_is_masked_and_said() -> None:
    done = compose(f"see {SECRET.value} @x", allow=Allowed(), secrets=[SECRET], tail=MARK)
    assert done.body == f"see (own secret removed) `@x`{MARK}"
    assert done.leaks == (Leak("the forge token", Spelling.PLAIN),)
    assert done.found == ((Kind.MENTION, 1),)
    assert done.missing == 0


def test_ac25_a_secret_cannot_hide_in_what_the_sanitiser_drops() -> None:
    text = f"[a](https://evil.example/?k={SECRET.value})"
    assert compose(text, allow=Allowed(), secrets=[SECRET]).leaks != ()


@pytest.mark.parametrize(
    "unit",
    ["`", "@x ", "/close\n", "🙂", "word ", "[x](http://e.example) ", "\x1b", "<details>\n<summary>s</summary>\n\n", "```\n"],
)  # fmt: skip
def test_ac40_whatever_it_becomes_it_fits(unit: str) -> None:
    done = compose(unit * (70_000 // len(unit)), allow=Allowed(), tail=MARK, rest="See the log.")
    assert length(done.body) <= LIMIT
    assert done.body.endswith(f"See the log.{MARK}")
    assert done.missing > 0
    assert list(problems(done.body.removesuffix(MARK))) == []


@pytest.mark.parametrize("room", [0, 150, 205, 300])
def test_a_tail_that_fills_the_body_leaves_a_sentence(room: int) -> None:
    tail = "<!-- postil:state " + "x" * (LIMIT - room - 22) + " -->"
    done = compose("`" * 5_000, allow=Allowed(), tail=tail)
    assert done.missing > 0
    assert done.body.endswith(tail)
    if room < 205:
        assert (
            done.body == f"_The text could not be shown safely at the length a forge allows._{tail}"
        )
    if room > 100:
        assert length(done.body) <= LIMIT
