from __future__ import annotations

from postil.domain.severity import Severity
from postil.render import Style
from postil.render import terminal as renderer
from postil.render._veiled import veiled

from samples import NOISY


def hidden(text: str) -> str:
    return text.replace("billing", "⟦b⟧")


def test_every_text_of_a_document_and_a_change_is_veiled() -> None:
    document, change = veiled(NOISY.document, hidden), veiled(NOISY.change, hidden)
    assert "billing" in repr(NOISY.document)
    assert "billing" in repr(NOISY.change)
    for each in (document, change):
        assert "billing" not in repr(each)
        assert "⟦b⟧" in repr(each)
    assert [finding.severity for finding in document.findings] == [
        finding.severity for finding in NOISY.document.findings
    ]
    told = renderer.render(document, change, style=Style())
    assert "src/⟦b⟧/refund.py" in told
    assert "billing" not in told


def test_what_holds_nothing_to_hide_is_the_same_object() -> None:
    assert veiled(NOISY.document, None) is NOISY.document
    assert veiled(NOISY.document, str) is NOISY.document


def test_containers_and_closed_sets() -> None:
    given = {"billing": [("billing", 1), frozenset({"billing"})], "severity": Severity.HIGH}
    assert veiled(given, hidden) == {
        "⟦b⟧": [("⟦b⟧", 1), frozenset({"⟦b⟧"})],
        "severity": Severity.HIGH,
    }
    assert veiled(Severity.HIGH, lambda _: "x") is Severity.HIGH
    assert veiled(Severity, hidden) is Severity
