"""Notes are limited, small things gathered per file, and nothing is dropped."""

from __future__ import annotations

from typing import Any

from judge.scene import Scene, quote, remark
from postil.domain.finding import Quote
from postil.domain.policy import Caps, Layout, Policy, Suppression
from postil.domain.severity import Dimension, Justification, Kind, Root, Severity

NIT, LOW, MEDIUM, HIGH, CRITICAL = sorted(Severity, key=lambda severity: severity.rank)


def lines(count: int) -> Scene:
    return Scene(base={}, head={"a.py": "".join(f"line {n};\n" for n in range(count))})


def at(number: int, **fields: Any) -> Any:
    quoted = Quote(path="a.py", text=f"line {number};")
    return remark(**{"title": f"T{number}", "slug": f"s{number}", "quotes": (quoted,), **fields})


def noted(scene: Scene, *remarks: Any) -> list[str]:
    findings = scene.judge(*remarks).findings
    assert len(findings) == len(remarks)
    return [each.title for each in findings if each.inline]


def test_at_most_twenty_five_notes_the_worst_first() -> None:
    remarks = [at(n, severity=HIGH) for n in range(24)]
    remarks += [at(n, severity=LOW) for n in range(24, 30)]
    remarks += [at(30, severity=CRITICAL)]
    assert noted(lines(40), *remarks) == ["T30", *(f"T{n}" for n in range(24))]


def test_at_most_twelve_lesser_ones() -> None:
    remarks = [at(n, severity=MEDIUM if n < 5 else LOW) for n in range(20)]
    assert noted(lines(40), *remarks) == [f"T{n}" for n in range(12)]


def test_the_caps_are_the_policys() -> None:
    scene = lines(9)
    scene.policy = Policy(caps=Caps(notes=3, lesser_notes=1))
    remarks = [at(0, severity=HIGH), *(at(n, severity=LOW) for n in range(1, 5))]
    assert noted(scene, *remarks) == ["T0", "T1"]


def test_only_open_introduced_defects_of_the_code_get_notes() -> None:
    scene = Scene(
        policy=Policy(layout=Layout.NONE, suppress=(Suppression(reason="agreed", slug="hushed"),))
    )
    cause = Dimension.SECURITY
    remarks = [
        remark(title="Shown", slug="shown"),
        remark(title="Hushed", slug="hushed"),
        remark(title="Asked", slug="asked", kind=Kind.QUESTION),
        remark(title="Written", slug="written", root=Root.DOC),
        remark(title="Small", slug="small", severity=NIT),
        remark(title="Before", slug="before", quotes=(quote("import os"),)),
        remark(title="Somewhere", slug="somewhere", quotes=(quote(""),), dimension=cause),
    ]
    assert noted(scene, *remarks) == ["Shown"]


def test_reading_order_is_severity_then_path_then_line() -> None:
    files = {"b.py": "one\ntwo\n", "a.py": "three\n"}
    scene = Scene(base={}, head=files)

    def of(path: str, text: str, severity: Severity) -> Any:
        return remark(title=text, quotes=(Quote(path=path, text=text),), severity=severity)

    findings = scene.judge(
        of("b.py", "two", HIGH), of("b.py", "one", HIGH), of("a.py", "three", LOW)
    ).findings
    assert [each.title for each in findings] == ["one", "two", "three"]


def test_hygiene_is_one_question_per_file() -> None:
    scene = Scene(base={}, head={"a.py": "one\ntwo\n", "b.py": "three\n"})

    def nit(path: str, text: str, **fields: Any) -> Any:
        plain = {"title": text, "slug": text, "severity": NIT, "source": text}
        return remark(**{**plain, "quotes": (Quote(path=path, text=text),), **fields})

    batch, single = scene.judge(
        nit("a.py", "one", confidence=70), nit("a.py", "two"), nit("b.py", "three")
    ).findings
    assert (batch.title, batch.slug, batch.kind) == (
        "one; 1 more small thing in this file",
        "hygiene",
        Kind.QUESTION,
    )
    assert batch.justification is Justification.HYGIENE
    assert (batch.reports, batch.confidence, batch.severity) == (2, 70, NIT)
    assert batch.details == "- one (a.py:1)\n- two (a.py:2)"
    assert batch.sources == ("one", "two")
    assert [each.start for each in batch.evidence] == [1, 2]
    assert (single.title, single.kind, single.reports) == ("three", Kind.QUESTION, 1)


def test_what_is_gathered_is_called_by_its_first() -> None:
    scene = Scene(base={}, head={"a.py": "one\ntwo\nthree\n"})
    titles = {"one": "`one` is odd", "two": "`two` is odd", "three": "`three` is odd"}

    def gathered(**said: str) -> str:
        remarks = (
            remark(title=title, slug=text, severity=NIT, quotes=(Quote(path="a.py", text=text),))
            for text, title in said.items()
        )
        return scene.judge(*remarks).findings[0].title

    assert gathered(**titles) == "`one` is odd; 2 more like it in this file"
    told = gathered(**{**titles, "three": "Something else"})
    assert told == "`one` is odd; 2 more small things in this file"


def test_a_suppressed_nit_stays_out_of_the_batch() -> None:
    scene = lines(3)
    scene.policy = Policy(suppress=(Suppression(reason="agreed", slug="s0"),))
    findings = scene.judge(*(at(n, severity=NIT) for n in range(3))).findings
    assert sorted((each.slug, each.reports) for each in findings) == [("hygiene", 2), ("s0", 1)]


def test_links_to_what_was_set_aside_are_gone() -> None:
    remarks = (
        remark(title="Abc", slug="abc"),
        remark(title="Def", slug="def"),
        remark(title="Ghi", slug="ghi", drop_signals=frozenset("A")),
    )
    assert {each.slug: each.related for each in Scene().judge(*remarks).findings} == {
        "abc": ("def at src/shape.py:8",),
        "def": ("abc at src/shape.py:8",),
    }
