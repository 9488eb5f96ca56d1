"""What `sarif-import` does with reports that its page does not show: broken, huge, hostile, stale."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.errors import WorkspaceError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Kind, Severity
from postil.inspection.checks import sarif_import
from postil.inspection.checks._sarif_import.events import MOST_DEPTH, MOST_TOKEN, Unreadable, events
from postil.inspection.checks._sarif_import.log import MOST_RUNS, read_log
from postil.inspection.checks._sarif_import.rules import slug
from postil.inspection.checks._sarif_import.values import MOST_ROOM, MOST_TEXT
from postil.inspection.checks._sarif_import.words import kebab, plain, sentence, split, title
from postil.ports import Scans
from postil.workspaces.toolbox import Programs

from fakes.changes import change_between
from fakes.scans import HeldScan
from fakes.trees import MemoryTree

BASE = {"src/a.py": "one = 1\n\ntwo = 2\n", "lib/util.py": "def f():\n    pass\n"}
HEAD = {
    "src/a.py": "one = 1\n\ntwo = 2\nthree = eval(x)\nfour = 4\n",
    "lib/util.py": "def f():\n    pass\n",
    "new.py": "a = 1\n",
}


def place(uri: str = "src/a.py", line: int | None = 4, **region: Any) -> dict[str, Any]:
    where: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if line is not None:
        where["region"] = {"startLine": line, **region}
    return {"physicalLocation": where}


def result(*places: dict[str, Any], **more: Any) -> dict[str, Any]:
    said = {"ruleId": "x/no-eval", "message": {"text": "Do not call `eval`."}}
    return {**said, "locations": list(places or (place(),)), **more}


def log(*results: Any, **run: Any) -> str:
    tool = {"driver": {"name": "Lint", "rules": []}}
    return json.dumps({"version": "2.1.0", "runs": [{"tool": tool, "results": results, **run}]})


def inspected(
    *texts: str | bytes, head: dict[str, str] = HEAD, base: dict[str, str] = BASE, root: str = ""
) -> tuple[list[Remark], list[Gap]]:
    files = tuple(HeldScan(f"scan-{index}.sarif", text) for index, text in enumerate(texts))
    found = list(
        sarif_import.inspect(
            change_between(base, head),
            MemoryTree(head),
            MemoryTree(base),
            Programs(folders=[]),
            Scans(files=files, root=root),
        )
    )
    remarks = [each for each in found if isinstance(each, Remark)]
    return remarks, [each for each in found if isinstance(each, Gap)]


def only(text: str | bytes, **where: Any) -> Remark:
    (remark,), gaps = inspected(text, **where)
    assert gaps == []
    return remark


def test_it_has_something_to_look_at_only_when_a_scan_was_given() -> None:
    change = change_between(BASE, HEAD)
    assert sarif_import.activates(change, Scans()) is None
    assert sarif_import.activates(change, Scans(programs=("bandit",))) is not None
    assert sarif_import.activates(change_between(BASE, BASE), Scans(programs=("bandit",))) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "ends early"),
        ('{"version": "2.1.0", "runs": [', "ends early"),
        ("12", "is not a SARIF log"),
        ("[1, 2]", "is not a SARIF log"),
        ('{"results": []}', "is not a SARIF log: it has no `runs`"),
        ('{"runs": 3}', "is not a SARIF log: it has no `runs`"),
        ('{"version": "1.0.0", "runs": []}', "is SARIF `1.0.0`, not 2.1.0"),
        (log() + "}", "is not JSON"),
        ("<sarif/>", "is not JSON"),
        (log().encode("utf-16"), "is not JSON"),
        (bytes(range(256)), "is not JSON"),
        ('{"runs": ' + "[" * (MOST_DEPTH + 1), f"is nested deeper than {MOST_DEPTH} levels"),
        ('{"runs": [' + "9" * 5_000 + "]}", "is not JSON"),
        ('{"runs": [{"x": 1e999999}]}', "is not JSON"),
        ('{"runs": [' + "{}," * MOST_RUNS + "{}]}", f"holds more than {MOST_RUNS:,} runs"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_required_gap(text: str | bytes, reason: str) -> None:
    remarks, (gap,) = inspected(text)
    assert remarks == []
    assert (gap.subject, gap.reason, gap.required) == ("the scan `scan-0.sarif`", reason, True)
    assert gap.remedy


def test_other_files_and_what_came_before_a_fault_still_count() -> None:
    remarks, gaps = inspected("nonsense", log(result())[:-1])
    assert [remark.slug for remark in remarks] == ["no-eval"]
    assert [gap.reason for gap in gaps] == ["is not JSON", "ends early"]


def test_a_value_that_never_ends_is_given_up() -> None:
    read = 0

    def endless() -> Iterator[bytes]:
        nonlocal read
        yield b'{"runs": "'
        while True:
            read += 65_536
            yield b"a" * 65_536

    with pytest.raises(Unreadable, match="one value of more than"):
        list(events(endless()))
    assert read <= MOST_TOKEN + 2 * 65_536


def test_nesting_is_given_up_at_once() -> None:
    blocks = iter([b'{"runs": '] + [b"[" * 65_536] * 1_000)
    with pytest.raises(Unreadable, match="nested deeper"):
        list(events(blocks))
    assert len(list(blocks)) >= 998


def test_a_byte_order_mark_and_bytes_of_another_encoding_do_no_harm() -> None:
    text = log(result(message={"text": "Caf? is bad"})).encode().replace(b"?", b"\xe9")
    assert only(b"\xef\xbb\xbf" + text).title == "Caf\ufffd is bad"


def test_a_file_that_cannot_be_read_to_its_end_is_a_gap() -> None:
    class Torn:
        name = "torn.sarif"

        def blocks(self) -> Iterator[bytes]:
            yield b'{"runs": ['
            raise WorkspaceError("cannot be read (Input/output error)")

    (gap,) = sarif_import.inspect(
        change_between(BASE, HEAD),
        MemoryTree(HEAD),
        MemoryTree(BASE),
        Programs(folders=[]),
        Scans(files=(Torn(),)),
    )
    assert isinstance(gap, Gap)
    assert (gap.reason, gap.required) == ("cannot be read (Input/output error)", True)


def test_a_long_result_is_cut_and_the_next_one_is_read() -> None:
    flood = result(properties={"tags": ["x"] * (2 * MOST_ROOM)}, message={"text": "b" * 9_999})
    remarks, _ = inspected(log(flood, result(place(line=5))))
    assert [remark.quotes[0].line for remark in remarks] == [4, 5]
    kept = read_log([log(flood).encode()], lambda _result, _run: True).runs[0].results[0]
    assert len(kept["message"]["text"]) == MOST_TEXT
    assert len(kept.get("properties", {}).get("tags", [])) <= MOST_ROOM


def test_too_many_results_are_said_to_be_too_many() -> None:
    many = [
        result(message={"text": f"number {n}"}, properties={"tags": ["x"] * 4_900})
        for n in range(130)
    ]
    remarks, gaps = inspected(log(*many))
    assert 100 <= len(remarks) < 130
    assert [gap.required for gap in gaps] == [True]


@pytest.mark.parametrize(
    ("run", "words"),
    [
        ({"invocations": [{"executionSuccessful": False}]}, "did not succeed"),
        ({"externalPropertyFileReferences": {"results": [{"guid": "x"}]}}, "other files"),
    ],
)
def test_a_run_that_is_not_whole_is_a_gap(run: dict[str, Any], words: str) -> None:
    remarks, (gap,) = inspected(log(result(), **run))
    assert len(remarks) == 1
    assert words in gap.reason
    assert gap.required


@pytest.mark.parametrize(
    "run",
    [
        {"invocations": [{"executionSuccessful": True}, 3]},
        {"externalPropertyFileReferences": {"graphs": [{}]}},
        {"tool": 3, "artifacts": 4, "originalUriBaseIds": [], "invocations": {}},
        {"tool": {"driver": 3, "extensions": [4, {"name": 1, "rules": 2}], "more": [{}]}},
        {"tool": {"driver": {"rules": [1, [], {"id": 5}], "name": []}, "extensions": 5}},
        {"artifacts": [1, {"location": 3}, {"hashes": {}}]},
    ],
)
def test_odd_shapes_are_read_past(run: dict[str, Any]) -> None:
    assert only(log(result(), 7, [], "x", {}, {"locations": 5}, **run)).slug == "no-eval"


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("src/a.py", "src/a.py"),
        ("./src/../src//a.py", "src/a.py"),
        ("src\\a.py", "src/a.py"),
        ("file:///srv/shop/src/a.py", "src/a.py"),
        ("file://localhost/srv/shop/src/a.py", "src/a.py"),
        ("/srv/shop/src/a.py", "src/a.py"),
        ("src/%61.py", "src/a.py"),
        ("../src/a.py", None),
        ("src/../../src/a.py", None),
        ("/srv/shopping/src/a.py", None),
        ("/etc/src/a.py", None),
        ("file:///src/a.py", None),
        ("C:/srv/shop/src/a.py", None),
        ("c:\\work\\shop\\src\\a.py", None),
        ("https://example.org/src/a.py", None),
        ("git+https://example.org/src/a.py", None),
    ],
)
def test_addresses_lead_into_the_repository_or_nowhere(uri: str, path: str | None) -> None:
    remarks, gaps = inspected(log(result(place(uri))), root="/srv/shop")
    assert [remark.quotes[0].path for remark in remarks] == ([path] if path else [])
    assert [(gap.required, uri in gap.reason) for gap in gaps] == ([] if path else [(False, True)])


def test_a_windows_root_is_a_root() -> None:
    text = log(result(place("file:///D:/shop/src/a.py")))
    assert only(text, root="D:\\shop").quotes[0].path == "src/a.py"


def test_a_name_that_holds_a_percent_sign_is_found_as_it_stands() -> None:
    files = {"odd%20name.py": "x = eval(y)\n"}
    for uri in ("odd%20name.py", "odd%2520name.py"):
        remark = only(log(result(place(uri, 1))), head=files, base={})
        assert remark.quotes[0].path == "odd%20name.py"


def test_a_name_that_is_not_utf8_is_found() -> None:
    files = {"caf\udce9.py": "x = eval(y)\n"}
    assert only(log(result(place("caf%E9.py", 1))), head=files, base={}).quotes[0].line == 1


@pytest.mark.parametrize(
    ("bases", "path"),
    [
        ({"SRC": {"uri": "src/"}}, "src/a.py"),
        (
            {"SRC": {"uri": "src", "uriBaseId": "ROOT"}, "ROOT": {"uri": "file:///shop/"}},
            "src/a.py",
        ),
        ({"SRC": {"uri": "src", "uriBaseId": "%SRCROOT%"}}, "src/a.py"),
        ({"SRC": {"uri": "src", "uriBaseId": "ROOT"}, "ROOT": {"uri": "file:///ci/"}}, "src/a.py"),
        ({"SRC": {"uri": "file:///ci/"}}, None),
        ({"SRC": {"uri": "lib", "uriBaseId": "ROOT"}, "ROOT": {"uri": "file:///shop/"}}, None),
        ({"SRC": {"uri": "src", "uriBaseId": "SRC"}}, None),
        ({"SRC": 5}, None),
        ({}, None),
    ],
)
def test_declared_bases_are_followed(bases: dict[str, Any], path: str | None) -> None:
    where = {
        "artifactLocation": {"uri": "a.py", "uriBaseId": "SRC"},
        "region": {"startLine": 4},
    }
    text = log(result({"physicalLocation": where}), originalUriBaseIds=bases)
    remarks, _ = inspected(text, root="/shop")
    assert [remark.quotes[0].path for remark in remarks] == ([path] if path else [])


@pytest.mark.parametrize("index", [-1, 5, True, "1", None])
def test_an_index_that_leads_nowhere_is_no_place(index: object) -> None:
    where = {"physicalLocation": {"artifactLocation": {"index": index}}}
    assert inspected(log(result(where), artifacts=[{"location": {"uri": "x.py"}}])) == ([], [])


@pytest.mark.parametrize("line", [0, -1, True, "4", 10**12, 2.0])
def test_a_line_that_cannot_be_is_the_file_as_a_whole(line: Any) -> None:
    assert inspected(log(result(place(line=line)))) == ([], [])
    assert only(log(result(place("new.py", line)))).quotes[0].text == ""


@pytest.mark.parametrize(
    "snippet",
    ["three = eval(x)", "eval(x)", "one = 1\n\ntwo = 2\nthree = eval(x)\n", "thr\tee=eval( x )",
     "three = eval(***)", "[REDACTED]", "requires login", " \n"],
)  # fmt: skip
def test_a_snippet_that_fits_or_hides_is_believed(snippet: str) -> None:
    remark = only(log(result(place(snippet={"text": snippet}))))
    assert remark.quotes[0].text == "three = eval(x)"


@pytest.mark.parametrize(
    ("where", "at"),
    [
        (place(snippet={"text": "other = exec(x)"}), "src/a.py:4"),
        (place("src/a.py", 4, endLine=90, snippet={"text": "nine"}), "src/a.py:4"),
    ],
)
def test_a_scan_of_other_text_is_a_gap_and_no_finding(where: dict[str, Any], at: str) -> None:
    remarks, (gap,) = inspected(log(result(where)))
    assert remarks == []
    assert gap.required
    assert "1 result(s) describe other text" in gap.reason
    assert f"`{at}`" in gap.reason


def test_a_blank_region_is_not_quoted() -> None:
    head = {**HEAD, "src/a.py": HEAD["src/a.py"] + "\n\n\nend = 1\n"}
    remarks, gaps = inspected(log(result(place(line=6, endLine=7))), head=head)
    assert (remarks, len(gaps)) == ([], 1)
    trimmed = only(log(result(place(line=6, endLine=9))), head=head)
    assert (trimmed.quotes[0].line, trimmed.quotes[0].text) == (9, "end = 1")


def test_of_a_long_region_the_first_added_line_is_quoted() -> None:
    old = "".join(f"line{n} = {n}\n" for n in range(40))
    new = old.replace("line20 = 20\n", "\nline20 = 21\n")
    text = log(result(place("long.py", 1, endLine=41)))
    remark = only(text, base={"long.py": old}, head={"long.py": new})
    assert (remark.quotes[0].line, remark.quotes[0].text) == (22, "line20 = 21")


def test_a_very_long_line_is_quoted_in_part() -> None:
    line = "x = '" + "a" * 50_000 + "'"
    remark = only(log(result(place("m.js", 1))), base={}, head={"m.js": line + "\n"})
    assert line.startswith(remark.quotes[0].text)
    assert len(remark.quotes[0].text) == 2_000


def test_places_that_support_it_are_quoted_from_head() -> None:
    flow = [{"threadFlows": [{"locations": [
        {"location": place("lib/util.py", 1)}, {"location": place("lib/util.py", 99)},
        {"location": place("../x.py", 1)}, {"location": place()}]}]}]  # fmt: skip
    related = [place("lib/util.py", 2), place("lib/util.py", None), place("none.py", 1), 5]
    remark = only(
        log(result(place(), place("src/a.py", 1), codeFlows=flow, relatedLocations=related))
    )
    assert [(quote.path, quote.line, quote.text) for quote in remark.quotes] == [
        ("src/a.py", 4, "three = eval(x)"),
        ("src/a.py", 1, "one = 1"),
        ("lib/util.py", 1, "def f():"),
        ("lib/util.py", 2, "    pass"),
    ]


def test_at_most_five_places_are_quoted() -> None:
    head = {**HEAD, "many.py": "".join(f"a{n} = {n}\n" for n in range(30))}
    related = [place("many.py", n) for n in range(1, 30)]
    assert len(only(log(result(relatedLocations=related)), head=head).quotes) == 5


PLAIN_LINE = 'password = "tr0ub4dor&3-horse-staple"\n'


@pytest.mark.parametrize(
    ("tool", "rule"),
    [
        ("gitleaks", {"id": "generic"}),
        ("Semgrep", {"id": "generic.secrets.detected-generic-secret"}),
        ("Bandit", {"id": "B105", "name": "hardcoded_password_string"}),
        ("Trivy", {"id": "x", "properties": {"tags": ["secret"]}}),
    ],
)
def test_a_secret_is_masked_and_never_told(tool: str, rule: dict[str, Any]) -> None:
    said = result(
        place("conf.py", 1), ruleId=rule["id"], kind="review", message={"text": PLAIN_LINE}
    )
    text = log(said, tool={"driver": {"name": tool, "rules": [rule]}})
    remark = only(text, base={}, head={"conf.py": PLAIN_LINE})
    assert (remark.slug, remark.dimension, remark.kind) == (
        "committed-secret", Dimension.SECURITY, Kind.DEFECT
    )  # fmt: skip
    assert remark.severity is Severity.HIGH
    shown = repr((remark.title, remark.details, remark.failure_mode, remark.quotes[0].shown))
    assert "tr0ub4dor" not in shown
    assert remark.quotes[0].shown


def test_a_secret_nobody_can_find_on_the_line_hides_the_line() -> None:
    text = log(result(), tool={"driver": {"name": "gitleaks"}})
    assert str(only(text).quotes[0].shown).startswith("[secret ")


def test_a_secret_that_is_a_whole_file_hides_nothing() -> None:
    text = log(result(place("new.py", None)), tool={"driver": {"name": "gitleaks"}})
    assert only(text).quotes[0].shown is None


def test_a_rule_about_secrets_is_not_a_secret() -> None:
    text = log(result(ruleId="zizmor/secrets-inherit"), tool={"driver": {"name": "zizmor"}})
    remark = only(text)
    assert (remark.slug, remark.quotes[0].shown) == ("secrets-inherit", None)


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({"level": "error"}, Severity.HIGH),
        ({"level": "warning"}, Severity.MEDIUM),
        ({"level": "note"}, Severity.LOW),
        ({}, Severity.MEDIUM),
        ({"level": "bogus"}, Severity.MEDIUM),
        ({"properties": {"security-severity": "9.0"}}, Severity.CRITICAL),
        ({"properties": {"security-severity": 7}}, Severity.HIGH),
        ({"properties": {"security-severity": 6.9}}, Severity.MEDIUM),
        ({"properties": {"security-severity": "0.1"}, "level": "error"}, Severity.LOW),
        ({"properties": {"security-severity": "0.0"}, "level": "error"}, Severity.HIGH),
        ({"properties": {"security-severity": "nan"}, "level": "error"}, Severity.HIGH),
        ({"properties": {"security-severity": "high"}, "level": "error"}, Severity.HIGH),
        ({"properties": {"security-severity": True}, "level": "error"}, Severity.HIGH),
    ],
)
def test_severity_by_score_then_by_level(more: dict[str, Any], severity: Severity) -> None:
    assert only(log(result(**more))).severity is severity


@pytest.mark.parametrize(
    ("properties", "rule", "confidence"),
    [
        ({}, {}, 80),
        ({"confidence": "HIGH"}, {}, 90),
        ({"issue_confidence": "MEDIUM"}, {"precision": "high"}, 65),
        ({}, {"precision": "very-high"}, 90),
        ({}, {"precision": "low"}, 35),
        ({}, {"tags": ["LOW CONFIDENCE"]}, 35),
        ({"confidence": "odd"}, {"tags": ["odd confidence", 5]}, 80),
    ],
)
def test_confidence(properties: dict[str, Any], rule: dict[str, Any], confidence: int) -> None:
    rules = [{"id": "x/no-eval", "properties": rule}]
    text = log(result(properties=properties), tool={"driver": {"name": "Lint", "rules": rules}})
    assert only(text).confidence == confidence


@pytest.mark.parametrize(
    ("tool", "tags", "dimension"),
    [
        ("Lint", [], Dimension.CORRECTNESS),
        ("Lint", ["correctness", "external/cwe"], Dimension.CORRECTNESS),
        ("Lint", ["CWE-78: OS Command Injection"], Dimension.SECURITY),
        ("Lint", ["performance"], Dimension.PERFORMANCE),
        ("Lint", ["maintainability"], Dimension.CONSISTENCY),
        ("Lint", ["exceptions"], Dimension.ERROR_HANDLING),
        ("gosec", [], Dimension.SECURITY),
    ],
)
def test_dimension(tool: str, tags: list[str], dimension: Dimension) -> None:
    rules = [{"id": "x/no-eval", "properties": {"tags": tags}}]
    text = log(result(), tool={"driver": {"name": tool, "rules": rules}})
    assert only(text).dimension is dimension


def test_kinds_that_ask_become_questions() -> None:
    for kind in ("open", "review"):
        assert only(log(result(kind=kind))).kind is Kind.QUESTION
    own = log(result(properties={"kind": "question"}), tool={"driver": {"name": "Postil"}})
    assert only(own).kind is Kind.QUESTION
    assert only(own.replace('"question"', '"odd"')).kind is Kind.DEFECT


def test_what_the_scanner_recognises_it_by_stays_with_it() -> None:
    remark = only(
        log(
            result(
                fingerprints={"matchBasedId/v1": "requires login", "other": "abc"},
                partialFingerprints={"lineHash": "39fa:1", "odd": 5},
            )
        )
    )
    assert remark.fingerprints == (("Lint/other", "abc"), ("Lint/lineHash", "39fa:1"))
    assert only(log(result(fingerprints=[1], partialFingerprints=3))).fingerprints == ()


def test_rule_id_tool_and_page_are_kept() -> None:
    rules = [{"id": "x/no-eval", "helpUri": "https://example.org/no-eval"}]
    remark = only(log(result(), tool={"driver": {"name": "Lint", "rules": rules}}))
    assert remark.category == "Lint x/no-eval"
    assert remark.details == "Lint, rule `x/no-eval`. See https://example.org/no-eval"
    unsafe = [{"id": "x/no-eval", "helpUri": "javascript:alert(1)"}]
    remark = only(log(result(), tool={"driver": {"name": "Lint", "rules": unsafe}}))
    assert remark.details == "Lint, rule `x/no-eval`."


def test_a_nameless_tool_and_rule_still_make_sentences() -> None:
    remark = only(log({"locations": [place()]}, tool={}))
    assert (remark.slug, remark.title) == (
        "unnamed-rule", "The scanner reports `a rule without name`"
    )  # fmt: skip
    assert remark.failure_mode == "`The scanner` reports `a rule without name` here."


@pytest.mark.parametrize(
    ("identity", "rule", "expected"),
    [
        ("py/sql-injection", {}, "sql-injection"),
        ("python.lang.security.audit.eval-detected", {}, "eval-detected"),
        ("@typescript-eslint/no-floating-promises", {}, "no-floating-promises"),
        ("clippy::unwrap_used", {}, "unwrap-used"),
        ("B602", {"name": "subprocess_popen"}, "b602-subprocess-popen"),
        ("B602", {"name": "B602"}, "b602"),
        ("SC2086", {}, "sc2086"),
        ("CA1823", {"name": "AvoidUnusedFields"}, "ca1823-avoid-unused-fields"),
        ("CVE-2024-12345", {}, "cve-2024-12345"),
        ("規則", {}, "unnamed-rule"),
        ("x" * 300, {}, "x" * 80),
        ("", {}, "unnamed-rule"),
    ],
)
def test_slugs(identity: str, rule: dict[str, Any], expected: str) -> None:
    assert slug(identity, rule) == expected


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("This depends on a [user-provided value](1).", "This depends on a user-provided value."),
        ("See [the docs](https://example.org/x) for **more**", "See the docs for more"),
        ("# Heading\n\n> quoted\n```\ncode\n```", "Heading\nquoted\ncode"),
        ("<b>bold</b> and 1 < 2", "bold and 1 < 2"),
        ("'name' isn't used; don't", "`name` isn't used; don't"),
        ("Artifact: x\nSeverity: HIGH\nMessage: Say it", "Say it"),
        ("an \\[escaped\\] one", "an [escaped] one"),
    ],
)
def test_messages_become_plain(said: str, made: str) -> None:
    assert plain(said) == made


@pytest.mark.parametrize(
    ("text", "first", "rest"),
    [
        ("One thing. Another thing.", "One thing.", "Another thing."),
        ("Use v1.2 of it", "Use v1.2 of it", ""),
        ("First line\nsecond line\nthird", "First line", "second line third"),
        ("", "", ""),
    ],
)
def test_the_first_sentence_is_the_title(text: str, first: str, rest: str) -> None:
    assert split(text) == (first, rest)


def test_titles_and_sentences_are_cut_between_words() -> None:
    long = "word " * 200
    assert title(long).endswith("word…")
    assert len(title(long)) <= 151
    assert sentence(long).endswith("word.")
    assert (sentence("what is this?"), sentence("and so on..."), sentence("")) == (
        "What is this?", "And so on.", ""
    )  # fmt: skip
    assert title("half a `name") == "Half a 'name"
    assert kebab("Use of Weak_crypto (MD5)!") == "use-of-weak-crypto-md5"


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"id": "m", "arguments": ["a", "b"]}, "From a to b {2} {x}"),
        ({"id": "none"}, "Do not"),
        ({"markdown": "**Loud** words"}, "Loud words"),
        ({"text": "Only {0}"}, "Only {0}"),
        ("odd", "Do not"),
    ],
)
def test_messages_by_id_with_arguments(message: Any, told: str) -> None:
    rule = {
        "id": "x/no-eval",
        "shortDescription": {"text": "Do not"},
        "messageStrings": {"m": {"text": "from {0} to {1} {2} {{x}}"}},
    }
    text = log(result(message=message), tool={"driver": {"name": "Lint", "rules": [rule]}})
    assert only(text).title == told


def test_a_description_with_holes_is_not_shown() -> None:
    rule = {"id": "x/no-eval", "fullDescription": {"text": "Do not call $X"}}
    text = log(result(), tool={"driver": {"name": "Lint", "rules": [rule]}})
    assert only(text).failure_mode == "`Lint` reports `x/no-eval` here."


@pytest.mark.parametrize(
    "reference",
    [
        {"ruleIndex": 1},
        {"rule": {"index": 0, "toolComponent": {"index": 0}}},
        {"rule": {"id": "right"}},
        {"ruleId": "right/sub"},
        {"ruleId": "right", "ruleIndex": 0},
        {"ruleId": "right", "rule": {"index": 9, "toolComponent": {"index": 7}}},
    ],
)
def test_rules_are_found_by_index_or_id(reference: dict[str, Any]) -> None:
    right = {"id": "right", "defaultConfiguration": {"level": "error"}}
    tool = {
        "driver": {"name": "Lint", "rules": [{"id": "wrong"}, right]},
        "extensions": [{"rules": [right]}],
    }
    said = {"message": {"text": "m"}, "locations": [place()], **reference}
    assert only(log(said, tool=tool)).severity is Severity.HIGH


ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["src/a.py", "x/no-eval", "error", "fail", "a{0}b", "`", "\\", ""]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["uri", "index", "startLine", "text", "physicalLocation", "region",
                         "artifactLocation", "properties", "tags", "rules", "driver", "id"]),
        inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(
    st.sampled_from(["ruleId", "rule", "ruleIndex", "level", "message", "locations", "kind",
                     "suppressions", "codeFlows", "relatedLocations", "properties", "fingerprints"]),
    ODD), st.dictionaries(st.sampled_from(["tool", "artifacts", "originalUriBaseIds"]), ODD))  # fmt: skip
def test_any_shape_at_all_is_survived(fields: dict[str, Any], run: dict[str, Any]) -> None:
    odd = {"locations": [place()]} | fields
    remarks, gaps = inspected(log(odd, result(place(line=5), ruleId="last"), **run))
    assert remarks[-1].slug == "last"
    assert all(gap.subject == "the scan `scan-0.sarif`" for gap in gaps)


def test_any_cut_of_a_log_is_survived() -> None:
    text = log(result(), result(place(line=5)), artifacts=[{"location": {"uri": "x"}}])
    for end in range(0, len(text), 11):
        remarks, gaps = inspected(text[:end])
        assert len(gaps) == 1
        assert len(remarks) <= 2


def test_a_long_report_takes_no_more_memory_than_a_short_one() -> None:
    one = json.dumps(result(place("src/other.py"), codeFlows=[{"x": ["y" * 90] * 20}])).encode()

    def blocks(count: int) -> Iterator[bytes]:
        yield b'{"version": "2.1.0", "runs": [{"results": [' + one
        for _ in range(count):
            yield b"," + one
        yield b"]}]}"

    def peak(count: int) -> int:
        gc.enable()  # a thread of another test may import with the collector off
        tracemalloc.start()
        log_read = read_log(blocks(count), lambda _result, _run: False)
        assert (log_read.fault, log_read.runs[0].results) == ("", [])
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(1)  # the reader itself is loaded with the first report
    assert peak(1_500) < peak(15) + 500_000
