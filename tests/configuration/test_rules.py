"""Team rules are read whole or refused with a sentence that names the rule and the remedy."""

from __future__ import annotations

import tomllib

import jsonschema
import pytest

from postil.configuration import Settings, Source, SourceKind, effective, load, schema
from postil.configuration.expressions import BadExpression, compiled, readable
from postil.configuration.rules import RuleTable
from postil.domain.severity import Severity
from postil.domain.team_rules import Demand, Match, TeamRule

WORDS = "Write a table with `name`, `message` and one of `forbid`, `require` and `needs`."


def loaded(text: str) -> Settings:
    return load([Source(kind=SourceKind.REPOSITORY, name=".postil.toml", text=text)])


def rule(**fields: str) -> str:
    given = {"name": '"r"', "message": '"m"', **fields}
    return "[[rule]]\n" + "".join(f"{key} = {value}\n" for key, value in given.items())


def test_rules_of_every_kind_are_read() -> None:
    settings = loaded(
        rule(forbid='"print("', language='"python"', exclude='["scripts/**"]')
        + rule(name='"s"', require='"^a"', match='"regex"', paths='["a/*"]', severity='"high"')
        + rule(name='"t"', needs='["LOG"]', paths='["src/**"]')
        + rule(name='"u"', forbid='"f($X)"', match='"syntax"')
    )
    assert settings.problems == ()
    assert settings.policy.rules == (
        TeamRule(
            name="r",
            message="m",
            demand=Demand.FORBID,
            pattern="print(",
            language="python",
            exclude=("scripts/**",),
        ),
        TeamRule(
            name="s",
            message="m",
            demand=Demand.REQUIRE,
            pattern="^a",
            match=Match.REGEX,
            paths=("a/*",),
            severity=Severity.HIGH,
        ),
        TeamRule(name="t", message="m", demand=Demand.NEEDS, partners=("LOG",), paths=("src/**",)),
        TeamRule(name="u", message="m", demand=Demand.FORBID, pattern="f($X)", match=Match.SYNTAX),
    )


def test_a_rule_is_written_as_it_was_read() -> None:
    text = rule(forbid='"a\\"b"', paths='["src/**"]', language='"go"', match='"regex"')
    settings = loaded(text + rule(name='"n"', needs='["x", "y"]', paths='["z"]'))
    (row,) = [row for row in effective(settings) if row.name == "rule"]
    assert row.origin == "repository .postil.toml:1"
    again = tomllib.loads(f"rule = {row.value}")["rule"]
    assert tuple(RuleTable().read(entry) for entry in again) == settings.policy.rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rule(), f"The rule `r` says too little. {WORDS}"),
        (rule(forbid='"a"', require='"b"'), f"The rule `r` says too much. {WORDS}"),
        ('[[rule]]\nforbid = "a"\nmessage = "m"\n', f"The rule says too little. {WORDS}"),
        (rule(forbdi='"a"'), "The entry has an unknown field `forbdi`. Did you mean `forbid`?"),
        (rule(forbid='""'), "`forbid`: `` does not fit."),
        (rule(forbid='"a\\nb"'), "does not fit. Write one line of 1 to 1000 characters."),
        (rule(forbid='"a"', name='"No Print"'), "`name`: `No Print` does not fit."),
        (rule(forbid='"a"', message='"  "'), "`message`: `  ` does not fit."),
        (rule(forbid='"a"', severity='"bad"'), "`severity`: `bad` does not fit."),
        (rule(require='"a"'), "does not say which files it is about. Write globs in `paths`."),
        (rule(needs='["a"]'), "does not say which files it is about. Write globs in `paths`."),
        (rule(needs="[]", paths='["a"]'), "needs nothing. Write at least one glob in `needs`."),
        (
            rule(needs='["a"]', paths='["b"]', language='"go"'),
            "has no pattern to match. Remove `match` and `language`.",
        ),
        (
            rule(forbid='"(a"', match='"regex"'),
            "The rule `r` holds no regular expression (missing ): (a). Correct it;",
        ),
        (rule(forbid='"(?=a)"', match='"regex"'), "look-around and back-references are not"),
        (rule(forbid='"a*"', match='"regex"'), "The rule `r` matches every line."),
        (rule(forbid='"a"', language='"pyhton"'), "not known here. Did you mean `python`?"),
        (rule(forbid='"a"', language='"zzz"'), "the language `zzz`, which is not known here. "),
        (
            rule(forbid='"a"', language='"markdown"', match='"syntax"'),
            "the language `markdown`, which is not known here.",
        ),
        ("rule = 1\n", "`1` does not fit."),
        ('[[rule]]\nname = "r"\nmessage = 3\nforbid = "a"\n', "`message`: `3` does not fit."),
    ],
)
def test_a_bad_rule_is_named_with_its_remedy(text: str, message: str) -> None:
    (problem,) = loaded("\n" + text).problems
    assert message in str(problem)
    assert (problem.file, problem.line, problem.key) == (".postil.toml", 2, "rule")


def test_a_bad_rule_costs_only_itself() -> None:
    settings = loaded(rule(forbid='"a"') + rule(name='"s"', forbid='"("', match='"regex"'))
    assert [rule.name for rule in settings.policy.rules] == ["r"]
    (problem,) = settings.problems
    assert problem.line == 5


def test_two_rules_of_one_name_are_told() -> None:
    settings = loaded(rule(forbid='"a"') + rule(forbid='"b"'))
    (problem,) = settings.problems
    assert str(problem) == (
        ".postil.toml:1: `rule`: the name `r` stands for several rules. Name each differently."
    )


def test_an_operator_may_lock_the_rules() -> None:
    locks = Source(kind=SourceKind.FLAG, name="flags", mapping={"locked": "rule"})
    mine = Source(kind=SourceKind.REPOSITORY, name="f", text=rule(forbid='"a"'))
    settings = load([mine, locks])
    assert settings.policy.rules == ()
    assert settings.problems[0].message == "`rule` is locked by the operator."


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        ({"name": "a", "message": "m", "forbid": "x"}, True),
        ({"name": "a", "message": "m"}, False),
        ({"name": "a", "message": "m", "forbid": "x", "require": "y"}, False),
        ({"message": "m", "forbid": "x"}, False),
        ({"name": "a", "message": "m", "forbid": "x", "severity": "huge"}, False),
        ({"name": "a", "message": "m", "forbid": "x", "extra": 1}, False),
    ],
)
def test_the_schema_knows_a_rule(entry: dict[str, object], fits: bool) -> None:
    errors = jsonschema.Draft202012Validator(schema()).iter_errors({"rule": [entry]})
    assert (list(errors) == []) is fits


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(a", "missing ): (a"),
        (r"(a)\1", r"invalid escape sequence: \1"),
        ("(?<!a)b", "invalid"),
        ("((a{100}){100}){100}", "invalid repetition size"),
        ("a\udc80", "it holds bytes that are not UTF-8"),
    ],
)
def test_a_bad_expression_says_why(text: str, why: str) -> None:
    with pytest.raises(BadExpression, match="^" + why.replace("(", r"\(").replace(")", r"\)")[:8]):
        compiled(text)


def test_an_expression_finds() -> None:
    assert compiled("b+").search("abbc") is not None
    assert compiled("b+").search("ac") is None
    assert readable("a\udc80b") == "a?b"
