from __future__ import annotations

import datetime as dt
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.configuration import Problem, Settings, Source, SourceKind, load
from postil.configuration.key import Key
from postil.configuration.keys import KEYS
from postil.domain.policy import (
    PROFILES,
    Acceptance,
    CiGate,
    ContextRules,
    Event,
    Layout,
    Policy,
    Profile,
    Suppression,
)
from postil.domain.severity import Dimension, Severity

FILE = ".postil.toml"


def _repository(text: str) -> Source:
    return Source(kind=SourceKind.REPOSITORY, name=FILE, text=text)


def _file(text: str) -> Source:
    return Source(kind=SourceKind.FILE, name="trial.toml", text=text)


def _environment(**variables: str) -> Source:
    return Source(kind=SourceKind.ENVIRONMENT, name="environment", mapping=variables)


def _flags(**values: object) -> Source:
    return Source(kind=SourceKind.FLAG, name="command line", mapping=values)


def _one(settings: Settings) -> Problem:
    (problem,) = settings.problems
    return problem


def test_without_sources_the_panel_profile_counts() -> None:
    settings = load([])
    assert settings.policy == Policy()
    assert settings.problems == ()
    assert str(settings.origins["block_at"]) == "profile panel"


@pytest.mark.parametrize("profile", list(Profile))
def test_a_profile_brings_its_defaults(profile: Profile) -> None:
    assert load([_repository(f'profile = "{profile}"')]).policy == PROFILES[profile]


def test_the_last_source_wins_and_every_value_knows_its_origin() -> None:
    settings = load(
        [
            _repository('# ours\nblock_at = "low"\nlayout = "tables"\nmin_confidence = 10\n'),
            _environment(POSTIL_BLOCK_AT="medium", POSTIL_LAYOUT="sections"),
            _flags(block_at="none", layout=None),
        ]
    )
    assert settings.policy.block_at is None
    assert settings.policy.layout is Layout.SECTIONS
    assert settings.policy.min_confidence == 10
    assert [str(settings.origins[name]) for name in ("block_at", "layout", "min_confidence")] == [
        "flag command line",
        "environment environment",
        "repository .postil.toml:4",
    ]
    assert settings.problems == ()


def test_a_whole_file() -> None:
    settings = load(
        [
            _repository(
                """
profile = "sections"
ci_gate = "exit code"
verify = ["quote", "cross_model"]
noise = ["data/**"]

[checks]
off = ["dead-export"]
timeout = 5

[caps]
notes = 3

[context]
never_lower = ["security"]
only = { performance = "low" }
accept = [{ slug = "race", reason = "one writer" }]
with = [12, "a/b#3"]
text = "Be kind."

[[suppress]]
check = "stale-reference"
path = "docs/**"
until = 2027-01-31
reason = "rewrite under way"

[path."src/legacy/**"]
checks_off = ["helper-rollout", "dead-export"]
noise = true
"""
            )
        ]
    )
    assert settings.problems == ()
    policy = settings.policy
    assert policy.ci_gate is CiGate.EXIT_CODE
    assert policy.verify == ("quote", "cross-model")
    assert policy.checks_off == {"dead-export"}
    assert policy.check_timeout == 5.0
    assert (policy.caps.notes, policy.caps.lesser_notes) == (3, 12)
    assert policy.context == ContextRules(
        never_lower=frozenset({Dimension.SECURITY}),
        only=((Dimension.PERFORMANCE, Severity.LOW),),
        accept=(Acceptance(slug="race", reason="one writer"),),
        with_changes=("#12", "a/b#3"),
        text="Be kind.",
    )
    off = "switched off for `src/legacy/**` in the configuration"
    assert policy.suppress == (
        Suppression(
            check="stale-reference",
            path="docs/**",
            until=dt.date(2027, 1, 31),
            reason="rewrite under way",
        ),
        Suppression(check="dead-export", path="src/legacy/**", reason=off),
        Suppression(check="helper-rollout", path="src/legacy/**", reason=off),
    )
    assert policy.noise == ("data/**", "src/legacy/**")


@pytest.mark.parametrize(
    ("text", "line", "message", "remedy"),
    [
        (
            '\nblok_at = "high"',
            2,
            "`blok_at` is not a setting. Did you mean `block_at`?",
            "`postil config --schema` lists them all.",
        ),
        ("zzz = 1", 1, "`zzz` is not a setting.", "`postil config --schema` lists them all."),
        (
            "[checks]\ntimout = 3",
            2,
            "`checks.timout` is not a setting. Did you mean `checks.timeout`?",
            "`postil config --schema` lists them all.",
        ),
        (
            'block_at = "hihg"',
            1,
            "`block_at`: `hihg` does not fit. Did you mean `high`?",
            "Write one of `critical`, `high`, `medium`, `low`, `nit`, `none`.",
        ),
        (
            "min_confidence = 101",
            1,
            "`min_confidence`: `101` does not fit.",
            "Write a whole number from 0 to 100.",
        ),
        ("checks = 1", 1, "`checks` must be a table.", "Write `[checks]`."),
        (
            'anthropic_api_key = "x"',
            1,
            "`anthropic_api_key` holds a secret, which no file may.",
            "Use an environment variable.",
        ),
        (
            'base_url = "x"',
            1,
            "`base_url` holds an address, which no file may.",
            "Use an environment variable.",
        ),
        (
            "allow_partial = true",
            1,
            "`allow_partial` cannot be set here.",
            "It may come from: flag.",
        ),
        (
            'locked = ["model"]',
            1,
            "`locked` cannot be set here.",
            "It may come from: environment, file, flag.",
        ),
        (
            'model = "command:rm"',
            1,
            "`model` may not name a program or an address in a repository's file.",
            "Set it by a flag or `POSTIL_MODEL`.",
        ),
        (
            'model = "openai:http://evil.example"',
            1,
            "`model` may not name a program or an address in a repository's file.",
            "Set it by a flag or `POSTIL_MODEL`.",
        ),
        (
            '[models]\nroles = { sdet = "openai:a", security = " Command:rm" }',
            2,
            "`models.roles` may not name a program or an address in a repository's file.",
            "Set it by a flag or `POSTIL_MODELS_ROLES`.",
        ),
        (
            '[models]\nfallback = ["openai:a", "openai:b://c"]',
            2,
            "`models.fallback` may not name a program or an address in a repository's file.",
            "Set it by a flag or `POSTIL_MODELS_FALLBACK`.",
        ),
        (
            '[models]\narbiter = "command:rm"',
            2,
            "`models.arbiter` may not name a program or an address in a repository's file.",
            "Set it by a flag or `POSTIL_MODELS_ARBITER`.",
        ),
        (
            '[models]\nbase_url = "x"',
            2,
            "`models.base_url` holds an address, which no file may.",
            "Use an environment variable.",
        ),
        (
            '[models.roles]\nsdet = "openai:a"\nsecurity = 7',
            3,
            "`models.roles`: `7` does not fit.",
            "Write `provider:name`, for example `anthropic:claude-sonnet-5-5`.",
        ),
        (
            "[budget]\nrun = -1",
            2,
            "`budget.run`: `-1` does not fit.",
            "Write a number of US dollars from 0 to 10000, or `none`.",
        ),
        (
            'event = "human choice"',
            1,
            "`event` is locked to `comment` in the profile `panel`.",
            "Choose `guided`, or remove it.",
        ),
        (
            '[[suppress]]\ncheck = "a"\nreason = "b"\n[[suppress]]\ncheck = "c"',
            4,
            "`suppress`: The suppression says too little.",
            "Write a table with `reason` and at least one of `check`, `slug` and `path`.",
        ),
        (
            '[[suppress]]\ncheck = "a"\nreason = "b"\nunti = 2027-01-01',
            1,
            "`suppress`: The entry has an unknown field `unti`. Did you mean `until`?",
            "Write a table with `reason` and at least one of `check`, `slug` and `path`.",
        ),
        (
            '[path."a/**"]\nnoise = true\n[path."b/**"]\nmodel = "x"',
            3,
            "`path`: The entry has an unknown field `model`.",
            "Write a table with `checks_off`, `noise` and `reason`.",
        ),
    ],
)
def test_what_a_repository_file_gets_wrong_is_named_and_the_rest_loads(
    text: str, line: int, message: str, remedy: str
) -> None:
    settings = load([_repository('layout = "tables"'), _repository(text)])
    problem = _one(settings)
    assert (problem.file, problem.line, problem.message, problem.remedy) == (
        FILE,
        line,
        message,
        remedy,
    )
    assert settings.policy.layout is Layout.TABLES
    assert str(problem) == f"{FILE}:{line}: {message} {remedy}"


def test_an_operator_may_name_a_program_and_lock_a_setting() -> None:
    settings = load(
        [
            _repository('block_at = "nit"\nlayout = "tables"'),
            _file('model = "command:claude"\nlocked = ["block_at"]'),
        ]
    )
    assert settings.policy.model == "command:claude"
    assert settings.policy.block_at is Severity.CRITICAL
    assert settings.policy.layout is Layout.TABLES
    assert _one(settings).message == "`block_at` is locked by the operator."


def test_a_repository_can_lock_nothing() -> None:
    settings = load([_repository('locked = ["layout"]\nlayout = "tables"')])
    assert settings.policy.layout is Layout.TABLES
    assert _one(settings).key == "locked"


def test_a_lock_on_something_that_is_no_setting_is_reported() -> None:
    settings = load([_environment(POSTIL_LOCKED="blok_at")])
    assert _one(settings).message == (
        "`locked`: there is no setting `blok_at`. Did you mean `block_at`?"
    )
    settings = load([_environment(POSTIL_LOCKED="zzz")])
    assert _one(settings).message == "`locked`: there is no setting `zzz`."


def test_the_event_is_free_in_other_profiles() -> None:
    settings = load([_repository('profile = "sections"\nevent = "human-choice"')])
    assert settings.policy.event is Event.HUMAN_CHOICE
    assert settings.problems == ()


def test_the_panel_may_say_what_it_does_anyway() -> None:
    assert load([_repository('event = "comment"')]).problems == ()


def test_a_list_keeps_its_good_entries_and_a_bad_list_changes_nothing() -> None:
    some = load([_repository('verify = ["quote", "questoins"]')])
    assert some.policy.verify == ("quote",)
    assert _one(some).message == "`verify`: `questoins` does not fit. Did you mean `questions`?"
    none = load([_repository('verify = ["x"]\nreviewers = 3')])
    assert none.policy == Policy()
    assert [problem.key for problem in none.problems] == ["verify", "reviewers"]
    assert load([_repository("verify = []")]).policy.verify == ()


def test_the_environment() -> None:
    settings = load(
        [
            _environment(
                POSTIL_CHECKS_OFF="a, b,",
                POSTIL_CONTEXT_ONLY="performance=low",
                POSTIL_MIN_CONFIDENCE="7",
                POSTIL_MODEL="",
                POSTIL_STATE_KEY="x",
                POSTIL_OPENAI_BASE_URL="x",
                POSTIL_LAYOT="tables",
                POSTIL_BLOCK_AT="never",
                POSTIL_SUPPRESS="x",
                HOME="/root",
            )
        ]
    )
    assert settings.policy.checks_off == {"a", "b"}
    assert settings.policy.context.only == ((Dimension.PERFORMANCE, Severity.LOW),)
    assert settings.policy.min_confidence == 7
    assert [(problem.key, problem.line, problem.message) for problem in settings.problems] == [
        (
            "POSTIL_LAYOT",
            0,
            "`POSTIL_LAYOT` is not a setting. Did you mean `POSTIL_LAYOUT`?",
        ),
        ("POSTIL_BLOCK_AT", 0, "`POSTIL_BLOCK_AT`: `never` does not fit."),
        ("POSTIL_SUPPRESS", 0, "`POSTIL_SUPPRESS` cannot be set here."),
    ]
    assert str(settings.problems[1]).startswith("environment: `POSTIL_BLOCK_AT`")


def test_unknown_flags_are_reported_too() -> None:
    assert _one(load([_flags(blockat="high")])).message == (
        "`blockat` is not a setting. Did you mean `block_at`?"
    )


def test_unknown_checks_are_reported_when_the_checks_are_known() -> None:
    text = (
        '[checks]\noff = ["dead-exprt", "real"]\n[[suppress]]\ncheck = "zzz"\nreason = "r"\n'
        '[path."a/**"]\nchecks_off = ["gone"]\n'
    )
    settings = load([_repository(text)], checks={"dead-export", "real"})
    assert [(problem.line, problem.message) for problem in settings.problems] == [
        (2, "`checks.off`: there is no check `dead-exprt`. Did you mean `dead-export`?"),
        (3, "`suppress`: there is no check `gone`."),
        (3, "`suppress`: there is no check `zzz`."),
    ]
    assert load([_repository(text)]).problems == ()
    only_path = load([_repository('[path."a"]\nchecks_off = ["gone"]')], checks={"real"})
    assert _one(only_path).message == "`suppress`: there is no check `gone`."


def test_endless_mistakes_are_counted_not_listed() -> None:
    text = "\n".join(f"context_never_lower_{number} = 1" for number in range(8_000))
    start = time.process_time()
    settings = load([_repository(text), _environment(POSTIL_ZZZ="1")], checks={"a"})
    assert time.process_time() - start < 5
    assert len(settings.problems) == 51
    assert settings.problems[-1].message == "7951 further problems are not listed."


def test_a_list_of_thousands_is_refused() -> None:
    text = f"noise = {['a'] * 1_001}"
    assert _one(load([_repository(text)])).message == "`noise`: 1001 entries are too many."


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.dates()
    | st.sampled_from(["high", "quote", "a/**", "security", "\udcff"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["reason", "slug", "path", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([key.name for key in KEYS]), _VALUES, max_size=4))
def test_any_values_at_all_load(values: dict[str, object]) -> None:
    settings = load([Source(kind=SourceKind.FLAG, name="flags", mapping=values)])
    given_names = {name for name, value in values.items() if value is not None}
    complained = {problem.key for problem in settings.problems}
    taken = {name for name, origin in settings.origins.items() if origin.kind != "profile"}
    assert given_names <= complained | taken


_TOML_LIKE = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("ab=[]{}\"'.,\n# 1\udcff")), max_size=200
)


@given(_TOML_LIKE)
def test_any_text_at_all_loads(text: str) -> None:
    assert set(load([_repository(text)]).values) == {key.name for key in KEYS}


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_each_example_loads_and_round_trips(key: Key) -> None:
    kind = SourceKind.FILE if SourceKind.FILE in key.sources else SourceKind.FLAG
    first = load([_from_toml(key, key.example, kind)])
    assert first.problems == ()
    value = first.values[key.name]
    again = load([_from_toml(key, key.shape.written(value), kind)])
    assert again.problems == ()
    assert again.values[key.name] == value


def _from_toml(key: Key, literal: str, kind: SourceKind) -> Source:
    if kind is SourceKind.FLAG:
        return Source(kind=kind, name="flags", mapping={key.name: literal})
    header = f"[{key.table}]\n" if key.table else ""
    return Source(kind=kind, name="x.toml", text=f"{header}{key.leaf} = {literal}\n")


@pytest.mark.parametrize("profile", list(Profile))
@pytest.mark.parametrize("key", [key for key in KEYS if key.field], ids=lambda key: key.name)
def test_each_default_can_be_written_down_and_read_back(key: Key, profile: Profile) -> None:
    policy = PROFILES[profile]
    kind = SourceKind.FILE if SourceKind.FILE in key.sources else SourceKind.FLAG
    source = _from_toml(key, key.shape.written(key.of(policy)), kind)
    settings = load([_flags(profile=profile), source])
    assert settings.problems == ()
    assert settings.policy == policy
