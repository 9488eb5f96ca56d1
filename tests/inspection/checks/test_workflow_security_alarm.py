"""When two alarms are the same one, and when one edit mends both."""

from __future__ import annotations

import pytest

from postil.domain.severity import Severity
from postil.inspection.checks._workflow_security.alarm import Alarm, gathered


def alarm(
    slug: str,
    subject: str,
    *,
    line: int = 1,
    severity: Severity = Severity.LOW,
    path: str = "a.yml",
) -> Alarm:
    return Alarm(
        path=path,
        line=line,
        last_line=line,
        slug=slug,
        subject=subject,
        severity=severity,
        title=subject,
        failure="It fails",
        mitigation="Mend it",
    )


@pytest.mark.parametrize(
    ("slug", "before", "after", "same"),
    [
        ("github-app", "uses: a/b@1234", "uses: a/b@5678 # v2", True),
        ("github-app", "uses: a/b@1234", "uses: a/c@1234", False),
        ("unpinned-uses", "uses: a/b@v1", "uses: a/b@main", False),
        ("template-injection", "x  y", "x y", True),
        ("template-injection", "mail me@home", "mail me@work", True),
        ("template-injection", "echo @v1", "echo @v2", False),
    ],
)
def test_a_version_is_no_matter_unless_the_alarm_is_about_it(
    slug: str, before: str, after: str, *, same: bool
) -> None:
    assert (alarm(slug, before).key == alarm(slug, after).key) is same


@pytest.mark.parametrize(
    ("slug", "lines", "told"),
    [
        ("template-injection", (4, 4), 1),
        ("template-injection", (4, 5), 1),
        ("excessive-permissions", (4, 5), 1),
        ("excessive-permissions", (4, 6), 1),
        ("excessive-permissions", (4, 20), 2),
        ("unpinned-uses", (4, 4), 2),
        ("dangerous-triggers", (4, 9), 1),
    ],
)
def test_what_one_edit_mends_is_told_once(slug: str, lines: tuple[int, int], told: int) -> None:
    first, second = (alarm(slug, f"s{line}", line=line) for line in lines)
    assert len(gathered([second, first])) == told


def test_the_worst_is_told_and_names_the_others() -> None:
    low = alarm("template-injection", "inputs.tag", line=3)
    high = alarm("template-injection", "github.head_ref", line=3, severity=Severity.HIGH)
    for order in ([low, high], [high, low]):
        (told,) = gathered(order)
        assert told.subject == "github.head_ref"
        assert told.details == "The same goes for `inputs.tag` on line 3."


def test_one_text_pasted_again_and_again_is_told_once() -> None:
    pasted = [alarm("template-injection", "github.head_ref", line=line) for line in (3, 9, 20)]
    (told,) = gathered(pasted)
    assert told.line == 3
    assert "line 9." in told.details
    assert "line 20." in told.details


def test_other_kinds_and_other_files_stay_apart() -> None:
    one = alarm("template-injection", "x")
    assert len(gathered([one, alarm("excessive-permissions", "x")])) == 2
    assert len(gathered([one, alarm("template-injection", "x", path="b.yml")])) == 2
    assert gathered([]) == []


def test_a_habit_is_told_once_and_a_strangers_text_for_itself() -> None:
    habits = [alarm("template-injection", name, line=line) for line, name in enumerate("abc", 1)]
    stranger = alarm("template-injection", "title", line=9, severity=Severity.HIGH)
    told = gathered([*habits, stranger])
    assert [one.subject for one in told] == ["a", "title"]
    assert "`c` on line 3" in told[0].details
