"""Whether anybody's word is reason enough to look again."""

from __future__ import annotations

import pytest

from postil.domain.memory import Standing
from postil.domain.replies import Aim, Reply
from postil.pipeline.past import Past
from postil.track.locating import Sides

from fakes.trees import MemoryTree


@pytest.mark.parametrize(
    ("by", "is_text", "expected"),
    [
        (Standing.AUTHOR, False, True),
        (Standing.MAINTAINER, False, True),
        (Standing.MAINTAINER, True, False),
        (Standing.POSTIL, False, False),
    ],
)
def test_t_18_only_a_word_that_may_move_something_is(
    by: Standing, is_text: bool, expected: bool
) -> None:
    said = Reply(finding="F1", aim=Aim.RESOLVES, by=by, is_text=is_text)
    past = Past(
        sides=lambda _head: Sides(new=MemoryTree({})), follows=lambda _head: True, replies=(said,)
    )
    assert past.is_addressed is expected
