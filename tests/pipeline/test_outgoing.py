"""What is packed and posted unread holds no secret of ours either."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from memory_forge import PULL
from postil.pipeline.outgoing import Outgoing
from postil.publish.secrets import Leak, Secret, Spelling

from samples import NOISY

SECRET = Secret("THE_KEY", "q7Lm2Xv9Tb4Rz8Kd1Wp6A")
FIRST, *_ = NOISY.document.findings


@pytest.mark.parametrize(
    ("spelt", "spelling"),
    [
        (SECRET.value, Spelling.PLAIN),
        (SECRET.value[::-1], Spelling.REVERSED),
        (base64.b64encode(SECRET.value.encode()).decode(), Spelling.BASE64),
        ("\n".join(SECRET.value), Spelling.PLAIN),
    ],
    ids=["plain", "reversed", "base64", "in pieces"],
)
def test_inv_11_a_document_is_stored_without_our_secret(spelt: str, spelling: Spelling) -> None:
    outgoing = Outgoing(pull=PULL, secrets=(SECRET,))
    told = replace(NOISY.document, findings=(replace(FIRST, failure_mode=f"It is {spelt}."),))
    stored = outgoing.stored(told)
    assert stored.findings[0].failure_mode == "It is (own secret removed)."
    assert replace(stored, findings=()) == replace(told, findings=())
    assert outgoing.leaks == [Leak("THE_KEY", spelling)]
    outgoing.stored(told)
    assert len(outgoing.leaks) == 1


def test_a_document_without_one_is_stored_as_it_is() -> None:
    outgoing = Outgoing(pull=PULL, secrets=(SECRET,))
    assert outgoing.stored(NOISY.document) is NOISY.document
    assert outgoing.leaks == []
