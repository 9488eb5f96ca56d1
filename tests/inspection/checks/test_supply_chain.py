"""Tests of looking at dependencies, beyond the cases on the check's page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import Change, Side
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import supply_chain
from postil.inspection.checks._supply_chain.cargo import read_cargo, read_cargo_lock
from postil.inspection.checks._supply_chain.composer import read_composer, read_composer_lock
from postil.inspection.checks._supply_chain.entries import (
    MOST_CHARACTERS,
    Ecosystem,
    Group,
    Source,
    TomlPlaces,
    closing,
    host_of,
    json_table,
    toml_table,
    without_login,
)
from postil.inspection.checks._supply_chain.gems import read_gemfile, read_gemfile_lock
from postil.inspection.checks._supply_chain.golang import read_go_mod
from postil.inspection.checks._supply_chain.npm_lock import read_npm_lock
from postil.inspection.checks._supply_chain.package_json import read_package
from postil.inspection.checks._supply_chain.pipfile import read_pipfile_lock, read_setup_cfg
from postil.inspection.checks._supply_chain.pnpm_lock import read_pnpm_lock
from postil.inspection.checks._supply_chain.popular import LEGITIMATE, POPULAR, mistaken_for
from postil.inspection.checks._supply_chain.pyproject import read_pyproject
from postil.inspection.checks._supply_chain.python_lock import read_toml_lock
from postil.inspection.checks._supply_chain.requirements import read_requirements
from postil.inspection.checks._supply_chain.signs import Sign
from postil.inspection.checks._supply_chain.versions import (
    Tightness,
    is_downgrade,
    is_major,
    is_prerelease,
    is_unfinished,
    tightness,
)
from postil.inspection.checks._supply_chain.wording import FAILURE, MITIGATION
from postil.inspection.checks._supply_chain.yarn_lock import read_yarn_lock
from postil.inspection.outlines import Unreadable

from fakes.changes import change_between
from fakes.trees import MemoryTree


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark | Gap]:
    change = change_between(base, head)
    return list(supply_chain.inspect(change, MemoryTree(head), MemoryTree(base)))


def found(base: Mapping[str, str], head: Mapping[str, str]) -> list[tuple[str, int | None, str]]:
    return [
        (item.slug, item.quotes[0].line, item.severity.value)
        if isinstance(item, Remark)
        else ("gap", None, item.subject)
        for item in look(base, head)
    ]


def slugs(path: str, base: str, head: str, standing: Mapping[str, str] | None = None) -> list[str]:
    """The slugs for one file that the change edits beside others that stand."""
    before, after = {**(standing or {}), path: base}, {**(standing or {}), path: head}
    return [slug for slug, _, _ in found(before, after)]


def npm(**entries: Mapping[str, object]) -> str:
    """A lock file of npm; a double underscore in a name stands for a slash."""
    packages: dict[str, object] = {"": {"dependencies": {}}}
    for name, entry in entries.items():
        key = name.replace("__", "/").replace("_", "-")
        packages[f"node_modules/{key}"] = {
            "version": "1.0.0",
            "resolved": f"https://registry.npmjs.org/{key}/-/x.tgz",
            "integrity": f"sha512-{key}",
            **entry,
        }
    return json.dumps({"lockfileVersion": 3, "packages": packages}, indent=2) + "\n"


PACKAGE = '{\n  "dependencies": {\n    "alpha": "^1.0.0",\n    "beta": "^1.0.0"\n  }\n}\n'


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1.0.0-beta.1", True),
        ("^2.0.0-rc.1", True),
        ("==5.1rc1", True),
        ("1.0a2", True),
        ("1.0.dev3", True),
        ("dev-main", False),
        ("1.x-dev", False),
        ("1.4-SNAPSHOT", False),
        ("6.0.0-M2", True),
        ("5.0.0.CR1", True),
        ("1.0.0", False),
        ("^1.2.3", False),
        (">=1.0.0-beta.1", False),
        (">1.0.0rc1,<2", False),
        ("v0.0.0-20240112132812-db7319d0e0e3", False),
        ("v28.5.0-rc.1+incompatible", True),
        ("1.0.0+build.5", False),
        ("2.0.0.post1", False),
        ("1.0b", True),
        ("3.0.0-0", True),
        ("^1.0@dev", False),
        ("dev-master#0a1b2c as 3.0.999", False),
    ],
)
def test_prereleases(text: str, answer: bool) -> None:
    assert is_prerelease(text) is answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [("v0.0.0-20240112132812-db7319d0e0e3", True), ("1.0.0-beta.1", True), ("v1.0.0", False)],
)
def test_commits_and_prereleases_are_unfinished(text: str, answer: bool) -> None:
    assert is_unfinished(text) is answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("", Tightness.ANY),
        (" * ", Tightness.ANY),
        ("latest", Tightness.ANY),
        (">=0", Tightness.ANY),
        ("^1.0", Tightness.RANGE),
        (">=1.0", Tightness.FLOOR),
        ("> 1", Tightness.FLOOR),
        (">=1.0,<2", Tightness.RANGE),
        (">=1.0 || ^2", Tightness.RANGE),
        ("1.*", Tightness.RANGE),
        ("==1.0.0", Tightness.EXACT),
        ("1.0.0", Tightness.EXACT),
    ],
)
def test_tightness(text: str, answer: Tightness) -> None:
    assert tightness(text) is answer


@pytest.mark.parametrize(
    ("before", "after", "down", "major"),
    [
        ("^2.0.0", "^1.9.0", True, False),
        ("2.0.1", "2.0.0", True, False),
        ("4.17.21", "4", False, False),
        ("4.17.21", "3", True, False),
        (">=2.0", ">=1.0", False, False),
        ("1 || 2", "1", False, False),
        ("3.2.0.dev0", "3.1.5", False, False),
        ("v0.4.3-0.20250930035600-7659a788f614", "v0.4.2", False, False),
        ("1.9", "2.0", False, True),
        ("1.10.0", "1.9.0", True, False),
        ("", "1.0", False, False),
        ("v1.2.3", "v1.2.3", False, False),
    ],
)
def test_direction(before: str, after: str, down: bool, major: bool) -> None:
    assert (is_downgrade(before, after), is_major(before, after)) == (down, major)


@pytest.mark.parametrize(
    ("name", "ecosystem", "twin"),
    [
        ("expresss", Ecosystem.NPM, "express"),
        ("lodahs", Ecosystem.NPM, "lodash"),
        ("crossenv", Ecosystem.NPM, "cross-env"),
        ("types-node", Ecosystem.NPM, "@types/node"),
        ("@type/node", Ecosystem.NPM, "@types/node"),
        ("preact", Ecosystem.NPM, None),
        ("mquery", Ecosystem.NPM, None),
        ("bpython", Ecosystem.PYPI, None),
        ("ypthon-dateutil", Ecosystem.PYPI, "python-dateutil"),
        ("equests", Ecosystem.PYPI, "requests"),
        ("rrequests", Ecosystem.PYPI, "requests"),
        ("@apollo/server", Ecosystem.NPM, None),
        ("@appolo/server", Ecosystem.NPM, None),
        ("@jest/types", Ecosystem.NPM, None),
        ("@react/dom", Ecosystem.NPM, "react-dom"),
        ("express", Ecosystem.NPM, None),
        ("vuee", Ecosystem.NPM, None),
        ("boto", Ecosystem.PYPI, None),
        ("psycopg3", Ecosystem.PYPI, None),
        ("request", Ecosystem.PYPI, "requests"),
        ("python-requests", Ecosystem.PYPI, None),
        ("serde-json", Ecosystem.CRATES, None),
        ("rustdecimal", Ecosystem.CRATES, "rust_decimal"),
        ("github.com/Sirupsen/logrus", Ecosystem.GO, None),
        ("github.com/go-redis/redis/v8", Ecosystem.GO, None),
        ("github.com/spf13/cobra2/v2", Ecosystem.GO, None),
        ("github.com/stretchrr/testify", Ecosystem.GO, "github.com/stretchr/testify"),
        ("nokogirl", Ecosystem.RUBYGEMS, "nokogiri"),
        ("monolog/monologs", Ecosystem.PACKAGIST, "monolog/monolog"),
        ("a" * 300, Ecosystem.NPM, None),
        ("numpi", Ecosystem.PYPI, "numpy"),
        ("flssk", Ecosystem.PYPI, "flask"),
        ("flosk", Ecosystem.PYPI, "flask"),
        ("flpsk", Ecosystem.PYPI, None),
        ("fl#sk", Ecosystem.PYPI, None),
    ],
)
def test_lookalikes(name: str, ecosystem: Ecosystem, twin: str | None) -> None:
    assert mistaken_for(name, ecosystem) == twin


def test_no_exception_is_itself_popular() -> None:
    assert all(not names & POPULAR[ecosystem] for ecosystem, names in LEGITIMATE.items())


def test_every_sign_has_its_words() -> None:
    assert set(FAILURE) == set(MITIGATION) == set(Sign)


@pytest.mark.parametrize(
    ("line", "name", "version", "source"),
    [
        ("Flask[async]>=2 ; python_version > '3'", "flask", ">=2", Source.REGISTRY),
        ("zope.interface (>=5)", "zope-interface", ">=5", Source.REGISTRY),
        ("-e git+https://github.com/a/tool.git@main#egg=Tool", "tool", "", Source.GIT),
        ("git+https://github.com/a/tool.git@0a1b", "tool", "", Source.GIT),
        ("https://github.com/a/tool/archive/main.tar.gz", "tool", "", Source.URL),
        ("https://x.example/tool-1.0-py3-none-any.whl", "tool", "", Source.URL),
        ("tool @ file:///opt/tool", "tool", "", Source.FOLDER),
        ("./libs/tool", "tool", "", Source.FOLDER),
        ("tool==1.0 --hash=sha256:aa", "tool", "==1.0", Source.REGISTRY),
        ("tool==1.0  # why", "tool", "==1.0", Source.REGISTRY),
    ],
)
def test_requirement_lines(line: str, name: str, version: str, source: Source) -> None:
    (item,) = read_requirements(f"# note\n{line}\n").requirements
    assert (item.name, item.version, item.source, item.span) == (name, version, source, (2, 2))


def test_requirements_that_are_no_packages() -> None:
    manifest = read_requirements(
        "-r base.txt\n-c limits.txt\n--no-binary :all:\n\n???\n-i https://a.example/x\n"
    )
    assert manifest.requirements == ()
    assert [(each.url, each.line) for each in manifest.registries] == [("https://a.example/x", 6)]


def test_compiled_requirements_say_who_asks() -> None:
    text = (
        "one==1 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via two\n"
        "two==1\n    # via\n    #   -r dev.in\n    #   one\nthree==1  # via two\nfour==1\n"
        "five==1\n    # via\n    #   -r docs.txt\n    #   two\nsix==1  # via -r docs.txt\n"
    )
    items = read_requirements(text).requirements
    assert [(item.name, item.group, item.span) for item in items] == [
        ("one", Group.INDIRECT, (1, 3)),
        ("two", Group.DIRECT, (5, 5)),
        ("three", Group.INDIRECT, (9, 9)),
        ("four", Group.DIRECT, (10, 10)),
        ("five", Group.INDIRECT, (11, 11)),
        ("six", Group.DIRECT, (15, 15)),
    ]
    assert items[0].digests == {"sha256:aa", "sha256:bb"}


def test_pyproject_in_all_its_dialects() -> None:
    text = """\
[project]
dependencies = ["one>=1", "two"]
[project.optional-dependencies]
more = ["three"]
[dependency-groups]
dev = ["four", {include-group = "x"}]
[tool.poetry.dependencies]
python = "^3.11"
five = {version = "^1", extras = ["x"]}
six = {path = "../six"}
seven = {url = "https://x.example/a.whl"}
eight = [{version = "1"}]
[tool.poetry.group.dev.dependencies]
nine = "*"
[tool.poetry.dev-dependencies.ten]
git = "https://github.com/a/ten"
[tool.uv]
dev-dependencies = ["eleven"]
[tool.uv.sources]
two = {git = "https://github.com/a/two"}
one = {index = "inner"}
three = {workspace = true}
[[tool.uv.index]]
name = "inner"
url = "https://inner.example/simple"
"""
    manifest = read_pyproject(text)
    told = {item.name: (item.source, item.span[0]) for item in manifest.requirements}
    assert told == {
        "one": (Source.REGISTRY, 2),
        "two": (Source.GIT, 20),
        "three": (Source.OWN, 22),
        "four": (Source.REGISTRY, 6),
        "five": (Source.REGISTRY, 9),
        "six": (Source.FOLDER, 10),
        "seven": (Source.URL, 11),
        "eight": (Source.REGISTRY, 12),
        "nine": (Source.REGISTRY, 14),
        "ten": (Source.GIT, 15),
        "eleven": (Source.REGISTRY, 18),
    }
    assert [(each.url, each.line) for each in manifest.registries] == [
        ("https://inner.example/simple", 25)
    ]


def test_setup_cfg() -> None:
    text = (
        "[options]\ninstall_requires =\n    one>=1\n    two\n[options.extras_require]\nx = three\n"
    )
    items = read_setup_cfg(text).requirements
    assert [(item.name, item.span) for item in items] == [("one", (3, 3)), ("two", (4, 4))]
    with pytest.raises(Unreadable):
        read_setup_cfg("no section\n")


def test_python_lock_files() -> None:
    uv = """\
version = 1
[[package]]
name = "app"
source = { editable = "." }
dependencies = [{ name = "one" }]
[package.dev-dependencies]
dev = [{ name = "two" }]

[[package]]
name = "one"
version = "1.0"
source = { registry = "https://packages.example/simple" }
dependencies = [{ name = "Three" }]
sdist = { url = "x", hash = "sha256:aa" }
wheels = [{ url = "y", hash = "sha256:bb" }]

[[package]]
name = "two"
source = { git = "https://github.com/a/two?rev=x#y" }
"""
    lock = read_toml_lock(uv)
    assert [(item.name, item.source, item.span) for item in lock.entries] == [
        ("app", Source.OWN, (2, 8)),
        ("one", Source.REGISTRY, (9, 16)),
        ("two", Source.GIT, (17, 20)),
    ]
    assert lock.entries[1].digests == {"sha256:aa", "sha256:bb"}
    assert lock.needed == frozenset({"three"})
    poetry = """\
[[package]]
name = "one"
version = "1.0"
files = [{file = "x", hash = "sha256:aa"}]
[package.dependencies]
two = ">=1"
[package.extras]
x = ["Three (>=1)", "?"]
[package.source]
type = "git"
url = "https://github.com/a/one"
[[package]]
name = "two"
[package.source]
type = "legacy"
url = "https://inner.example/simple"
[[package]]
name = "four"
[package.source]
type = "directory"
url = "lib"
"""
    lock = read_toml_lock(poetry)
    assert [(item.source, host_of(item.origin)) for item in lock.entries] == [
        (Source.GIT, "github.com"),
        (Source.REGISTRY, "inner.example"),
        (Source.FOLDER, ""),
    ]
    assert lock.needed == frozenset({"two", "three"})
    with pytest.raises(Unreadable):
        read_toml_lock("package = [{name = 'x'}]\n")


def test_pipfile_lock() -> None:
    text = json.dumps(
        {
            "default": {"one": {"version": "==1.0", "hashes": ["sha256:aa"]}, "odd": 3},
            "develop": {"two": {"git": "https://github.com/a/two"}},
        },
        indent=4,
    )
    entries = read_pipfile_lock(text).entries
    assert [(item.name, item.version, item.source, item.span) for item in entries] == [
        ("one", "1.0", Source.REGISTRY, (3, 8)),
        ("odd", "", Source.REGISTRY, (1, len(text.split("\n")))),
        ("two", "", Source.GIT, (12, 14)),
    ]


@pytest.mark.parametrize(
    ("version", "source"),
    [
        ("^1.0", Source.REGISTRY),
        ("npm:other@^2.0", Source.REGISTRY),
        ("workspace:*", Source.OWN),
        ("catalog:", Source.OWN),
        ("file:../x", Source.FOLDER),
        ("link:../x", Source.FOLDER),
        ("../x", Source.FOLDER),
        ("someone/thing", Source.GIT),
        ("someone/thing#semver:^1", Source.GIT),
        ("git+ssh://git@github.com/a/b.git", Source.GIT),
        ("https://github.com/a/b", Source.GIT),
        ("https://example.com/a.tgz", Source.URL),
    ],
)
def test_package_sources(version: str, source: Source) -> None:
    text = json.dumps({"dependencies": {"x": version, "odd": ["y"]}})
    (item,) = read_package(text).requirements
    assert item.source is source
    if version.startswith("npm:"):
        assert (item.origin, item.version) == ("other", "^2.0")


def test_yarn_berry() -> None:
    text = """\
__metadata:
  version: 8

"@scope/one@npm:^1.0.0, @scope/one@npm:^1.1.0":
  version: 1.1.0
  resolution: "@scope/one@npm:1.1.0"
  dependencies:
    two: "npm:^1.0.0"
    "@scope/three": "npm:^1.0.0"
  checksum: 10c0/abc
  languageName: node

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
"""
    lock = read_yarn_lock(text)
    assert [(item.name, item.version, item.source, item.span) for item in lock.entries] == [
        ("@scope/one", "1.1.0", Source.REGISTRY, (4, 12)),
        ("app", "0.0.0-use.local", Source.OWN, (13, 16)),
    ]
    assert lock.entries[0].digests == {"10c0:abc"}
    assert lock.needed == frozenset({"two", "@scope/three"})


def test_pnpm() -> None:
    text = """\
lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      one:
        specifier: ^1.0.0
        version: 1.0.0

  packages/web:
    dependencies:
      four:
        specifier: ^1.0.0
        version: 1.0.0

packages:

  '@scope/one@1.0.0':
    resolution: {integrity: sha512-aa}
    requiresBuild: true

  /two/2.0.0:
    resolution:
      tarball: https://codeload.github.com/a/two/tar.gz/0a1b

  three@file:lib:
    resolution: {directory: lib, type: directory}

  five@1.0.0:
    resolution: {commit: 0a1b, repo: https://git.example/five, type: git}

  odd:
    x: y

snapshots:

  one@1.0.0:
    dependencies:
      '@scope/six': 1.0.0

  empty@1.0.0: {}
"""
    lock = read_pnpm_lock(text)
    assert [(item.name, item.version, item.source, item.installs) for item in lock.entries] == [
        ("@scope/one", "1.0.0", Source.REGISTRY, True),
        ("two", "2.0.0", Source.GIT, False),
        ("three", "file:lib", Source.OWN, False),
        ("five", "1.0.0", Source.GIT, False),
    ]
    assert lock.entries[0].span[0] == 19
    assert lock.needed == frozenset({"four", "@scope/six"})


def test_the_first_format_of_npm() -> None:
    text = json.dumps(
        {"dependencies": {"one": {"version": "1.0.0", "requires": {"two": "1"}}, "odd": 3}},
        indent=2,
    )
    lock = read_npm_lock(text)
    assert [(item.name, item.span) for item in lock.entries] == [("one", (3, 8))]
    assert lock.needed == frozenset({"two"})


def test_cargo() -> None:
    text = """\
[dependencies]
one = "1.0"
two = { package = "real", version = "2" }
three.workspace = true
[dependencies.four]
path = "../../four"
[target.'cfg(unix)'.dev-dependencies]
five = { git = "https://github.com/a/five" }
"""
    items = read_cargo(text).requirements
    assert [(item.name, item.source, item.span[0]) for item in items] == [
        ("one", Source.REGISTRY, 2),
        ("real", Source.REGISTRY, 3),
        ("three", Source.OWN, 4),
        ("four", Source.FOLDER, 5),
        ("five", Source.GIT, 8),
    ]
    lock = read_cargo_lock(
        '[[package]]\nname = "app"\ndependencies = ["one"]\n'
        '[[package]]\nname = "one"\nversion = "1"\nsource = "registry+https://github.com/x"\n'
        'checksum = "aa"\ndependencies = ["two 1.0"]\n'
    )
    assert [(item.source, item.digests) for item in lock.entries] == [
        (Source.OWN, frozenset()),
        (Source.REGISTRY, {"sha256:aa"}),
    ]
    assert lock.needed == frozenset({"two"})


def test_go() -> None:
    text = """\
module x
require (
\tgithub.com/a/one v1.0.0
\tgithub.com/a/two v1.0.0 // indirect
\t// a note
)
replace (
\tgithub.com/a/one => ../one
\tgithub.com/a/two v1.0.0 => github.com/a/two v1.0.1
\tbroken
)
replace github.com/a/three => github.com/b/three v1.0.0
exclude github.com/a/one v0.9.0
require nothing
"""
    items = read_go_mod(text).requirements
    assert [(item.name[-3:], item.source, item.group) for item in items] == [
        ("one", Source.REGISTRY, Group.DIRECT),
        ("two", Source.REGISTRY, Group.INDIRECT),
        ("one", Source.FOLDER, Group.DIRECT),
        ("two", Source.REGISTRY, Group.DIRECT),
        ("ree", Source.GIT, Group.DIRECT),
    ]


def test_ruby() -> None:
    text = """\
source "https://gems.example"
gem "one", "~> 1.0" # why
gem 'two', git: "https://github.com/a/two"
gem "three", path: "../three"
gem "four", :github => "a/four"
gem "five", VERSION
gem "six", require: false
gem "seven", source: "https://other.example"
# gem "eight"
gemspec
"""
    manifest = read_gemfile(text)
    assert [(item.name, item.version, item.source) for item in manifest.requirements] == [
        ("one", "~> 1.0", Source.REGISTRY),
        ("two", "", Source.GIT),
        ("three", "", Source.FOLDER),
        ("four", "", Source.GIT),
        ("five", "?", Source.REGISTRY),
        ("six", "", Source.REGISTRY),
        ("seven", "", Source.REGISTRY),
    ]
    assert not manifest.whole
    lock = read_gemfile_lock(
        "GIT\n  remote: https://github.com/a/two\n  specs:\n    two (1.0)\n\n"
        "GEM\n  remote: https://rubygems.org/\n  remote: https://b.example/\n  specs:\n"
        "    one (1.0)\n      three (>= 1)\n\nDEPENDENCIES\n  one\n    odd (1.0)\n"
    )
    assert [(item.name, item.source, item.origin) for item in lock.entries] == [
        ("two", Source.GIT, "https://github.com/a/two"),
        ("one", Source.REGISTRY, "https://rubygems.org/"),
    ]
    assert lock.needed == frozenset({"three"})


def test_composer() -> None:
    manifest = read_composer(
        '{"require": {"php": ">=8", "ext-json": "*", "A/B": "^1", "c/d": []},\n'
        ' "repositories": [{"type": "vcs", "url": "https://git.example/x"}]}'
    )
    assert [item.name for item in manifest.requirements] == ["a/b"]
    assert [(each.url, each.line) for each in manifest.registries] == [("https://git.example/x", 2)]
    text = json.dumps(
        {
            "packages": [
                {"name": "A/B", "version": "1.0", "require": {"C/D": "1"}},
                {"name": "e/f", "dist": {"type": "path"}},
            ]
        },
        indent=4,
    )
    lock = read_composer_lock(text)
    assert [(item.name, item.source, item.span) for item in lock.entries] == [
        ("a/b", Source.REGISTRY, (3, 9)),
        ("e/f", Source.OWN, (10, 15)),
    ]
    assert lock.needed == frozenset({"c/d"})


def test_places_in_toml() -> None:
    places = TomlPlaces('a = 1\n[x]\n"b" = [\n  1,\n]\n[[y]]\nc = 2\n[y.z]\nd = 3\n[[y]]\n')
    assert places.key("x", "b") == (3, 3)
    assert places.key("x", "nowhere") == (1, 1)
    assert places.key("y", "z") == (8, 9)
    assert TomlPlaces("a = 'bc'\nd = 'b'\n").value("b") == (2, 2)
    assert places.blocks("y") == [(6, 9), (10, 11)]


def test_the_end_of_an_object_that_never_ends() -> None:
    assert closing(['  "x": {', *["y"] * 1_000], 1) == 1


def test_logins_do_not_leave() -> None:
    assert without_login("a https://me:secret@host.example/x") == "a https://host.example/x"
    line = "--extra-index-url https://me:secret@inner.example/simple"
    (remark,) = look({"requirements.txt": "a==1\n"}, {"requirements.txt": f"a==1\n{line}\n"})
    assert isinstance(remark, Remark)
    assert remark.quotes[0].shown == "--extra-index-url https://inner.example/simple"
    assert remark.quotes[0].text == line
    assert "secret" not in remark.title + remark.details


def test_a_hash_is_dropped_on_its_own_line() -> None:
    base = "one==1 \\\n    --hash=sha256:aa\ntwo==1 \\\n    --hash=sha256:bb\n"
    head = "one==1 \\\n    --hash=sha256:aa\ntwo==1\n"
    assert found({"requirements.txt": base}, {"requirements.txt": head}) == [
        ("integrity-lost", 3, "medium")
    ]


def test_a_new_line_without_hash_beside_hashed_ones() -> None:
    base = "one==1 --hash=sha256:aa\ntwo==1 --hash=sha256:bb\n"
    assert slugs("requirements.txt", base, base + "three==1\n") == ["integrity-lost"]
    assert slugs("requirements.txt", base, base + "three==1 --hash=sha256:cc\n") == []


def test_a_digest_is_removed_and_nothing_added() -> None:
    base = npm(alpha={}, beta={})
    head = base.replace('.tgz",\n      "integrity": "sha512-beta"', '.tgz"')
    lost = look(
        {"package.json": PACKAGE, "package-lock.json": base},
        {"package.json": PACKAGE, "package-lock.json": head},
    )
    assert [item.slug for item in lost if isinstance(item, Remark)] == ["integrity-lost"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({}, {"integrity": "sha512-other"}, ["integrity-changed"]),
        ({}, {"integrity": "sha1-other"}, []),
        ({}, {"version": "1.0.1", "integrity": "sha512-other"}, []),
        ({}, {"version": "2.0.0", "integrity": "sha512-other"}, ["major-bump"]),
        ({"version": "1.1.0"}, {"integrity": "sha512-other"}, ["downgrade"]),
        ({}, {"version": "1.1.0-rc.1", "integrity": "sha512-other"}, ["pre-release"]),
        ({}, {"version": "2.0.0-rc.1", "integrity": "sha512-other"}, ["pre-release"]),
        ({}, {"resolved": "git+ssh://git@github.com/a/alpha.git#0a"}, ["outside-source"]),
        (
            {"resolved": "git+ssh://git@github.com/a/alpha.git#0a"},
            {"resolved": "git+ssh://git@github.com/a/alpha.git#0b"},
            [],
        ),
        ({}, {"resolved": "https://evil.example/alpha/-/x.tgz"}, ["foreign-registry"]),
        ({}, {"hasInstallScript": True}, ["install-script"]),
        ({"hasInstallScript": True}, {"hasInstallScript": True, "version": "1.0.1"}, []),
        ({}, {"link": True}, []),
        ({}, {"inBundle": True, "integrity": ""}, []),
    ],
)
def test_lock_entries(
    before: Mapping[str, object], after: Mapping[str, object], said: list[str]
) -> None:
    assert (
        slugs(
            "package-lock.json",
            npm(alpha=before, beta={}),
            npm(alpha=after, beta={}),
            {"package.json": PACKAGE},
        )
        == said
    )


def test_new_lock_entries() -> None:
    asked = {"dependencies": {"gamma": "1", "esbuild": "1"}}
    base = npm(alpha={}, beta={})
    standing = {"package.json": PACKAGE}
    for entry, name, said in (
        ({"hasInstallScript": True}, "gamma", ["install-script"]),
        ({"hasInstallScript": True}, "esbuild", []),
        ({"integrity": ""}, "gamma", ["integrity-lost"]),
        ({}, "gamma", []),
        ({}, "delta", ["lock-alone"]),
    ):
        head = npm(alpha=asked, beta={}, **{name: entry})
        assert slugs("package-lock.json", base, head, standing) == said, name


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"beta": {}}, {"beta": {}, "gone": {}}, True),
        ({"beta": {}}, {"beta": {}, "gone": {"dependencies": {"lost": "1"}}, "lost": {}}, True),
        ({"beta": {}}, {"beta": {"version": "1.0.1"}, "gone": {}}, False),
        ({"beta": {}, "old": {}}, {"beta": {}, "gone": {}}, False),
        ({}, {"beta": {}, "gone": {}}, False),
    ],
)
def test_what_nothing_asks_for_is_told_where_nothing_else_was_settled(
    before: Mapping[str, Mapping[str, object]],
    after: Mapping[str, Mapping[str, object]],
    told: bool,
) -> None:
    found = look(
        {"package.json": PACKAGE, "package-lock.json": npm(alpha={}, **before)},
        {"package.json": PACKAGE, "package-lock.json": npm(alpha={}, **after)},
    )
    said = [item.title for item in found if isinstance(item, Remark)]
    alone = "Dependency `gone`: neither the manifest nor another package asks for it"
    assert said == ([alone] if told else [])


@pytest.mark.parametrize(("name", "said"), [("alpha", ["install-script"]), ("fsevents", [])])
def test_a_script_that_comes_with_a_version(name: str, said: list[str]) -> None:
    standing = {"package.json": PACKAGE.replace("alpha", name)}
    base = npm(beta={}, **{name: {"version": "1.0.0"}})
    head = npm(beta={}, **{name: {"version": "1.0.1", "hasInstallScript": True}})
    assert slugs("package-lock.json", base, head, standing) == said


def test_a_workspace_root_does_not_know_all_that_is_asked_for() -> None:
    package = PACKAGE.replace("{\n", '{\n  "workspaces": ["x"],\n', 1)
    base, head = npm(alpha={}), npm(alpha={}, gamma={})
    assert slugs("package-lock.json", base, head, {"package.json": package}) == []
    assert slugs("package-lock.json", base, head) == []


def test_many_packages_with_the_same_sign_are_told_once() -> None:
    names = ("alpha", "beta", "gamma", "delta", "epsilon")
    base = npm(**{name: {} for name in names})
    head = base.replace("registry.npmjs.org", "mirror.example")
    (remark,) = look({"package-lock.json": base}, {"package-lock.json": head})
    assert isinstance(remark, Remark)
    assert remark.slug == "foreign-registry"
    assert "4 other packages share this" in remark.title


def test_the_same_dependency_in_two_folders_is_told_once() -> None:
    base = {f"{name}/requirements.txt": "a==1\n" for name in "xy"}
    head = {path: text + "b==2.0rc1\n" for path, text in base.items()}
    assert found(base, head) == [("pre-release", 2, "medium")]


def test_a_fresh_lock_file_is_not_compared() -> None:
    head = {"package.json": PACKAGE, "package-lock.json": npm(alpha={"hasInstallScript": True})}
    assert found({"package.json": PACKAGE}, head) == []


def test_a_lock_that_cannot_be_read_is_a_gap() -> None:
    before = {"package.json": PACKAGE, "package-lock.json": "{}\n"}
    after = {"package.json": PACKAGE, "package-lock.json": "{\n"}
    assert found(before, after) == [("gap", None, "dependencies in `package-lock.json`")]
    nested = {**before, "package-lock.json": "[" * 100_000}
    assert found(before, nested) == [("gap", None, "dependencies in `package-lock.json`")]


@dataclass
class CappedTree(MemoryTree):
    """A revision whose files are all too large to read."""

    def read_long(self, path: str) -> str | None:
        return None


def test_a_lock_over_the_cap_is_a_gap() -> None:
    base, head = {"go.sum": "a\n"}, {"go.sum": "b\n"}
    (gap,) = supply_chain.inspect(change_between(base, head), CappedTree(head), CappedTree(base))
    assert isinstance(gap, Gap)
    assert gap.reason == "it is binary or too large to read"


@pytest.mark.parametrize(
    ("path", "base", "head", "said"),
    [
        (".npmrc", "save-exact=true\n", "registry=https://npm.example/\n", ["registry-added"]),
        (".npmrc", "", "registry = https://registry.npmjs.org/\n", []),
        (".npmrc", "", "@acme:registry=https://npm.example/\n", []),
        (".npmrc", "", "registry=${NPM_REGISTRY}\n", []),
        ("Gemfile", "", 'source "http://rubygems.org"\n', ["registry-added"]),
        ("requirements/dev.txt", "a==1\n", "a==1\n-f https://w.example\n", ["registry-added"]),
        ("dev-requirements.txt", "a==1\n", "a==2.0b1\n", ["pre-release"]),
        ("notes.txt", "a==1\n", "a==2.0b1\n", []),
        ("vendor/package.json", "{}", '{"dependencies": {"expresss": "1"}}', []),
        (
            "setup.cfg",
            "[options]\n",
            "[options]\ninstall_requires =\n  reqeusts\n",
            ["lookalike-name"],
        ),
        ("Pipfile", "[packages]\n", '[packages]\nreqeusts = "*"\n', ["lookalike-name"]),
        ("package.json", "{}", '{"dependencies": {"a": "npm:expresss@1"}}', ["lookalike-name"]),
        ("package.json", "{}", '{"peerDependencies": {"a": "^1.0.0-rc.1"}}', []),
        (
            "package.json",
            '{"dependencies": {"a": "file:../a"}}',
            '{"dependencies": {"a": "file:../b"}}',
            [],
        ),
        ("go.mod", "module x\n", "module x\nrequire a.example/b v1.0.0-rc.1 // indirect\n", []),
        ("requirements.txt", "a==1\n", "a==1\nb @ file:///opt/$HOME\n", []),
    ],
)
def test_files(path: str, base: str, head: str, said: list[str]) -> None:
    assert slugs(path, base, head) == said


def test_only_files_of_interest_activate() -> None:
    def reason(*paths: str) -> str | None:
        return supply_chain.activates(change_between({}, dict.fromkeys(paths, "x\n")))

    assert reason("src/app.py", "tests/fixtures/package.json") is None
    assert (
        reason("package.json", "yarn.lock")
        == "compared 2 manifest(s) and lock file(s) with the base"
    )
    assert supply_chain.activates(change_between({"go.mod": "x\n"}, {})) is None


NAMES = [
    *("package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", ".npmrc", "Pipfile"),
    *("Pipfile.lock", "pyproject.toml", "uv.lock", "poetry.lock", "setup.cfg", "Cargo.toml"),
    *("Cargo.lock", "go.mod", "go.sum", "Gemfile", "Gemfile.lock", "composer.json"),
    *("composer.lock", "requirements.txt"),
]
HOSTILE = [
    "\udcff\udcfe",
    "[" * 5_000,
    "{" * 5_000,
    '{"dependencies": {"\udcff": "*", "a": 3}, "packages": [], "require": 5}',
    '{"packages": {"node_modules/": {"version": 3, "resolved": []}, "": 1, "node_modules/x": 4}}',
    "[project]\ndependencies = 3\n[tool]\npoetry = 1\n[[package]]\nname = 3\nsource = 4\n",
    '[dependencies]\n"\\u0000" = 1\nx = []\n[target]\ny = 3\n',
    "a" * 30_000,
    "x:\n" * 3_000,
    "require (\n" * 1_000,
    "\\\n" * 3_000,
    "gem '" * 3_000,
    "[options]\ninstall_requires = %(x)s\n\n\x00",
]


@pytest.mark.parametrize("name", NAMES)
def test_hostile_files_break_nothing(name: str) -> None:
    """Whatever stands in them, what comes out are remarks and gaps with a place."""
    for text in HOSTILE:
        for items in (look({name: "{}\n"}, {name: text}), look({name: text}, {name: "{}\n"})):
            assert all(isinstance(item, Gap) or item.quotes for item in items)


@given(st.text(max_size=60), st.text(max_size=60))
def test_versions_are_told_of_any_text(before: str, after: str) -> None:
    assert not (is_downgrade(before, after) and is_major(before, after))
    assert tightness(before) in Tightness


def test_left_out_patches_are_gaps() -> None:
    base = {"package-lock.json": npm(alpha={})}
    head = {"package-lock.json": npm(alpha={"version": "2.0.0"})}
    whole = change_between(base, head)
    cut: Change = replace(
        whole, files=tuple(replace(file, hunks=(), left_out="too large") for file in whole.files)
    )
    (gap,) = supply_chain.inspect(cut, MemoryTree(head), MemoryTree(base))
    assert isinstance(gap, Gap)
    assert (gap.reason, gap.required) == ("too large", False)


YARN = """\
alpha@^1.0.0:
  version "1.0.0"
  resolved "https://registry.yarnpkg.com/alpha/-/x.tgz#aa"
  integrity sha512-aa

beta@^1.0.0:
  version "1.0.0"
  resolved "https://registry.yarnpkg.com/beta/-/x.tgz#bb"
  integrity sha512-bb
"""


def test_a_lost_line_is_quoted_beside_the_entry_it_left() -> None:
    head = YARN.replace("  integrity sha512-aa\n", "")
    (remark,) = look({"yarn.lock": YARN}, {"yarn.lock": head})
    assert isinstance(remark, Remark)
    assert [(quote.side, quote.line, quote.text) for quote in remark.quotes] == [
        (Side.NEW, 1, "alpha@^1.0.0:"),
        (Side.OLD, 4, "  integrity sha512-aa"),
    ]


def test_a_table_of_its_own_may_change_below_its_header() -> None:
    base = '[dependencies.glimmer]\nversion = "1.0"\ndefault-features = false\n'
    head = base.replace('version = "1.0"', 'git = "https://github.com/a/glimmer"')
    assert found({"Cargo.toml": base}, {"Cargo.toml": head}) == [("outside-source", 2, "medium")]


def test_what_changed_far_from_its_line_is_left_alone() -> None:
    """The requirement's own line stands as it was, and nothing near it was touched."""
    base = (
        '[project]\ndependencies = [\n  "one>=1",\n  "two>=1",\n  "three",\n]\n'
        + "# far\n" * 20
        + '[tool.uv.sources]\nthree = {git = "https://github.com/a/three"}\n'
    )
    head = base.partition("[tool.uv")[0]
    assert slugs("pyproject.toml", base, head) == []


def test_too_large_files_are_refused() -> None:
    for read in (json_table, toml_table):
        with pytest.raises(Unreadable):
            read("#" * (MOST_CHARACTERS + 1))
    for text in ("[]", "{"):
        with pytest.raises(Unreadable):
            json_table(text)
    with pytest.raises(Unreadable):
        toml_table("a = [" + "1," * 20_000 + "]")


@pytest.mark.parametrize(
    ("path", "lock", "base", "head", "said"),
    [
        ("go.mod", "go.sum", "", "require a.example/b v1.0.0\n", ["lock-behind"]),
        ("go.mod", "go.sum", "", "require a.example/b v1.0.0\nreplace a.example/b => ./b\n", []),
        ("go.mod", "go.sum", "", "require a.example/b v1.0.0 // indirect\n", []),
        ("Gemfile", "Gemfile.lock", "", 'gem "glimmer"\n', ["lock-behind"]),
        ("Gemfile", "Gemfile.lock", "gemspec\n", 'gemspec\ngem "glimmer"\n', []),
        ("package.json", "yarn.lock", "{}", '{"dependencies": {"zeta": "1"}}', ["lock-behind"]),
        ("package.json", "yarn.lock", "{}", '{"peerDependencies": {"zeta": "1"}}', []),
        (
            "package.json",
            "yarn.lock",
            "{}",
            '{"workspaces": ["x"], "dependencies": {"zeta": "1"}}',
            [],
        ),
        ("pyproject.toml", "uv.lock", "", '[project]\ndependencies = ["zeta"]\n', ["lock-behind"]),
        (
            "Cargo.toml",
            "Cargo.lock",
            "",
            '[workspace]\n[workspace.dependencies]\nzeta = "1"\n',
            [],
        ),
    ],
)
def test_locks_left_behind(path: str, lock: str, base: str, head: str, said: list[str]) -> None:
    assert slugs(path, base, head, {lock: "\n"}) == said


def test_a_linked_member_is_settled_by_the_lock() -> None:
    lock = (
        "importers:\n\n  .:\n    dependencies:\n      zeta:\n        version: link:packages/zeta\n"
    )
    head = '{"dependencies": {"zeta": "^1.0.0"}}'
    assert slugs("package.json", "{}", head, {"pnpm-lock.yaml": lock}) == []


def test_a_bare_name_is_settled_by_the_lock() -> None:
    base = '[project]\ndependencies = [\n  "one~=1.0",\n  "two~=1.0",\n]\n'
    head = base.replace('  "two', '  "three",\n  "two')
    lock = "".join(f'[[package]]\nname = "{name}"\n' for name in ("one", "two", "three"))
    assert slugs("pyproject.toml", base, head) == ["unpinned"]
    assert slugs("pyproject.toml", base, head, {"uv.lock": lock}) == []


BARE: Mapping[str, object] = {"integrity": ""}


@pytest.mark.parametrize(
    ("after", "titles"),
    [
        (
            {"alpha": {}, "beta": {}, "gamma": BARE},
            ["Dependency `gamma`: it has no digest, while each package had one before"],
        ),
        (
            {"alpha": {}, "beta": BARE, "gamma": BARE},
            [
                "Dependency `beta`: its digest was dropped",
                "Dependency `gamma`: it has no digest, while each package had one before",
            ],
        ),
        (
            {"alpha": {}, "beta": {}, "one": BARE, "two": BARE, "six": BARE},
            [
                (
                    "Dependency `one`: it has no digest, while each package had one before; "
                    "2 other packages share this"
                )
            ],
        ),
        (
            {"alpha": BARE, "beta": BARE},
            ["`package-lock.json` keeps no digest of any package any more"],
        ),
        (
            {"alpha": BARE, "beta": BARE, "gamma": BARE, "delta": BARE},
            ["`package-lock.json` keeps no digest of any package any more"],
        ),
        ({"alpha": BARE}, ["Dependency `alpha`: its digest was dropped"]),
    ],
)
def test_lost_digests_are_told_as_they_are(
    after: Mapping[str, Mapping[str, object]], titles: list[str]
) -> None:
    base = {"package.json": PACKAGE, "package-lock.json": npm(alpha={}, beta={})}
    head = {**base, "package-lock.json": npm(**after)}
    told = look(base, head)
    assert [item.title for item in told if isinstance(item, Remark)] == titles
