"""What a file is for: test, document, lock file, generated, vendored, workflow, configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, islice

from postil.domain.paths.languages import NOT_CODE, language_of
from postil.domain.paths.names import Names, place_of, words

_TESTS = Names(
    folders="test tests __tests__ e2e testing cypress integration_tests integration-tests"
    " system_tests system-tests functional_tests functional-tests acceptance_tests acceptance-tests"
    " testbench testbed testsuite testsuites test_suite test-suite"
    " unittests androidtest testfixtures",
    names="conftest.py tests.py test.py tests.rs test.rs",
)
_TEST_CODE_FOLDERS = frozenset({"spec", "specs"})
_TEST_STARTS = ("test_", "test-")
_TEST_ENDS = words("_test _tests _spec .test .tests .spec .e2e .cy -test -spec")
_TESTS_OF_PERL = "t/"
_TEST_CLASS_ENDS = words("Test Tests TestCase IT Spec Specs")
_TEST_CLASS_LANGUAGES = frozenset(words("csharp groovy java kotlin php scala swift"))


@lru_cache(maxsize=65_536)
def is_test(path: str) -> bool:
    """Test code and everything that lives in a test folder; a `spec` folder may hold documents."""
    if path in _TESTS or is_fixture(path) or path.startswith(_TESTS_OF_PERL):
        return True
    language = language_of(path)
    if language is None or language in NOT_CODE:
        return False
    place = place_of(path)
    if place.stem.startswith(_TEST_STARTS) or place.stem.endswith(_TEST_ENDS):
        return True
    if not _TEST_CODE_FOLDERS.isdisjoint(place.folders):
        return True
    stem = place.plain[: len(place.stem)]
    return language in _TEST_CLASS_LANGUAGES and stem.endswith(_TEST_CLASS_ENDS)


_FIXTURES = Names(
    folders="fixtures fixture __fixtures__ test-fixtures test_fixtures testdata test-data test_data golden goldens cassettes"
    " __snapshots__ __image_snapshots__"
)
_SNAPSHOTS = Names(folders="__snapshots__ __image_snapshots__", ends=".snap .ambr .snap.new")
_ADDRESS = re.compile(
    r"/(?:com|org|net|io|dev|edu|de|fr|uk|app|me)/(?:examples?|samples?|demos?)/(?:demo/|sample/)?",
    re.IGNORECASE,
)
"""A package is called after an address on the net, and `example.org` is one like others."""


def is_snapshot(path: str) -> bool:
    """A recorded result that a test tool writes and compares."""
    return path in _SNAPSHOTS


def is_fixture(path: str) -> bool:
    """Data that tests read: fixtures, golden files, recordings, snapshots, highlighted samples."""
    if path in _FIXTURES or path in _SNAPSHOTS or path in _RECORDINGS:
        return True
    return place_of(path).name.startswith("syntax_test_")


_RECORDINGS = Names(
    folders="cassettes vcr_cassettes replaydata recordings recorded recorded_responses"
    " __recordings__ http_recordings"
)


def is_recording(path: str) -> bool:
    """Answers of a service, written down while a test spoke to it."""
    return path in _RECORDINGS


_SPECIMENS = re.compile(
    r"(?:\A|/)(?:tests?|specs?|__tests__|e2e|t)/(?:[^/]{1,100}/){0,8}"
    r"(?:data|inputs?|corpus|resources?|snippets|cases|samples?|expected|outputs?|indent)/"
    r"|(?:\A|/)crates/[^/]{1,100}/tests/specs/",
    re.IGNORECASE,
)


def is_specimen(path: str) -> bool:
    """Code that a test hands to the program it tests, in a folder that is not called a fixture's."""
    place = place_of(path)
    if place.ending == ".go" and any(folder.startswith("_") for folder in place.folders):
        return True  # Such folders belong to no package: the build does not see them.
    is_test_itself = place.stem.startswith(_TEST_STARTS) or place.stem.endswith(_TEST_ENDS)
    return not is_test_itself and _SPECIMENS.search(path) is not None


_SEED_DATA = Names(
    folders="seeds seed seeders seed_data seed-data seeddata",
    names="seed.sql seeds.sql seed.json seeds.json seeds.rb seed.ts seed.js seed.py",
)


def without_address(path: str) -> str:
    """The path without a package's address, which may be called as folders of examples are."""
    return _ADDRESS.sub("/", path)


def is_seed_data(path: str) -> bool:
    """Rows a database is filled with for development."""
    return path in _SEED_DATA


_MIGRATIONS = Names(folders="migrations migration migrate flyway alembic dbmigrations")


def is_migration(path: str) -> bool:
    """A step that changes the shape of stored data."""
    return path in _MIGRATIONS and not is_doc(path)


_DOC_ENDS = words(".md .mdx .markdown .rst .adoc .asciidoc .org .textile .pod .rdoc .mkd .mdown")
_MANUAL_FOLDERS = frozenset(words("man manpages"))
_DOC_FOLDERS = frozenset(words("doc docs documentation"))
_DOC_STEMS = frozenset(
    words(
        "authors changelog changes code_of_conduct coding_style contributing contributors copying credits"
        " faq hacking history howto install licence license maintainers news notice readme releases security"
        " support todo upgrading"
    )
)
_DOC_STEM_ENDS = ("", ".txt")


def is_doc(path: str) -> bool:
    """Prose for people. Code in a docs folder is code, and a `.txt` elsewhere may be anything."""
    place = place_of(path)
    if place.ending in _DOC_ENDS:
        return True
    if place.ending == ".xml":
        # How pages of a manual are written that a tool turns into roff.
        return not _MANUAL_FOLDERS.isdisjoint(place.folders)
    if place.ending not in _DOC_STEM_ENDS:
        return False
    return place.stem in _DOC_STEMS or (
        place.ending == ".txt" and not _DOC_FOLDERS.isdisjoint(place.folders)
    )


_CHANGELOG_STEMS = frozenset(
    words("changelog changelogs changes history news releases release_notes release-notes")
)
_OF_RELEASES = ("release-notes-", "release_notes_", "release-notes.", "changelog-", "changelog_")
"""Begin the names of notes of which each release has its own."""
_CHANGELOG_FOLDERS = frozenset(
    words("changelog.d .changeset newsfragments changelogs .changes release-notes release_notes")
)


def is_changelog(path: str) -> bool:
    """The file, or the folder of fragments, in which users are told what changed."""
    place = place_of(path)
    if not _CHANGELOG_FOLDERS.isdisjoint(place.folders):
        return True
    if place.name == "changes.xml":
        return True
    told = place.stem in _CHANGELOG_STEMS or place.name.startswith(_OF_RELEASES)
    return told and (place.ending in _DOC_ENDS or place.ending in _DOC_STEM_ENDS)


_LOCKFILES = Names(
    names="package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb"
    " deno.lock poetry.lock pdm.lock uv.lock pipfile.lock pylock.toml pixi.lock conda-lock.yml"
    " cargo.lock go.sum go.work.sum gemfile.lock gems.locked berksfile.lock composer.lock"
    " symfony.lock mix.lock rebar.lock pubspec.lock podfile.lock package.resolved"
    " cartfile.resolved packages.lock.json paket.lock gradle.lockfile"
    " buildscript-gradle.lockfile maven_install.json module.bazel.lock flake.lock conan.lock"
    " stack.yaml.lock cabal.project.freeze shard.lock renv.lock .terraform.lock.hcl chart.lock"
)


def is_lockfile(path: str) -> bool:
    """Exact versions a package tool wrote down."""
    name = place_of(path).name
    return path in _LOCKFILES or (name.startswith("pylock.") and name.endswith(".toml"))


_GENERATED_FOLDER_ENDS = ("_generated", "-generated")
_GENERATED = Names(
    folders="__generated__ generated .generated dist .next .nuxt .svelte-kit storybook-static _site"
    " benchmarkdotnet.artifacts single_include single_header amalgamation versioned_docs src-gen",
    names="database.types.ts next-env.d.ts",
    ends="_pb2.py _pb2.pyi _pb2_grpc.py .pb.go .pb.gw.go .pb.cc .pb.h _pb.js _pb.d.ts _pb.ts"
    " .pb.swift .pb.dart .g.dart .freezed.dart .g.cs .g.i.cs .designer.cs _generated.go _gen.go",
)
_GENERATED_STARTS = ("zz_generated.",)
_GENERATED_MIDDLES = (".gen.", ".generated.")
_HEADER_LINES = 10
_HEADER_WIDTH = 400
_GENERATED_MARKS = (
    "@generated",
    "<auto-generated",
    "this file is auto-generated",
    "this file is autogenerated",
    "this file is automatically generated",
    "is auto-generated by",
    "is autogenerated by",
    "is automatically generated by",
    "this file was auto-generated",
    "this file was autogenerated",
    "this file was automatically generated",
    "a bison parser, made by",
    "<doxygen ",
    "<!-- generated by javadoc",
    "<!-- generated by doxygen",
    "a lexical scanner generated by flex",
    '(function(f){if(typeof exports==="object"&&typeof module!=="undefined"){module.exports=f()',
    "(function e(t,n,r){function s(o,u){",
    "(function webpackuniversalmoduledefinition(",
)
_MARKDOWN = frozenset(words(".md .mdx .markdown"))
_HEADING = re.compile(r"#{2,6}[ \t]")
_TO_LINE = re.compile(r"/(?:blob|src)/[\w./@%+-]{1,200}#(?:L|lines-)\d")
_FEWEST_HEADINGS = 2
_HANDS_OFF = ("do not edit", "do not modify", "do not change", "don't edit")


def is_generated(path: str, first_lines: Iterable[str] = ()) -> bool:
    """Whether a program wrote the file, by its name or by what its first lines say.

    The more lines of a document are given, the surer it is whether each part leads to its source.
    """
    place = place_of(path)
    name = place.name
    if path in _GENERATED or name.startswith(_GENERATED_STARTS):
        return True
    if any(folder.endswith(_GENERATED_FOLDER_ENDS) for folder in place.folders):
        return True
    if any(middle in name for middle in _GENERATED_MIDDLES):
        return True
    first_lines = iter(first_lines)
    lines = [line[:_HEADER_WIDTH] for line in islice(first_lines, _HEADER_LINES)]
    header = "\n".join(lines).lower()
    if any(mark in header for mark in _GENERATED_MARKS) or (
        "generated" in header and any(words in header for words in _HANDS_OFF)
    ):
        return True
    return place.ending in _MARKDOWN and _is_made_of_sources(chain(lines, first_lines))


def _is_made_of_sources(lines: Iterable[str]) -> bool:
    """Whether most parts of a document are headed by a link to the line of code that they describe.

    A heading with nothing but further headings below it only gathers parts.
    """
    headings = linked = plain = 0
    is_open = False
    for line in lines:
        if _HEADING.match(line):
            leads = _TO_LINE.search(line[:_HEADER_WIDTH]) is not None
            headings += 1
            linked += leads
            is_open = not leads
        elif is_open and line.strip():
            plain += 1
            is_open = False
    return headings >= _FEWEST_HEADINGS and linked > plain


_VENDORED = Names(
    folders="vendor vendored _vendor third_party third-party thirdparty bundled node_modules"
    " bower_components pods carthage godeps site-packages .venv venv jspm_packages externals"
)


def is_vendored(path: str) -> bool:
    """Somebody else's code kept in the tree."""
    return path in _VENDORED


_MINIFIED = Names(ends=".min.js .min.mjs .min.cjs .min.css -min.js -min.css .js.map .css.map")
_MINIFIABLE = frozenset(words(".js .mjs .cjs .css .html .svg"))
_MINIFIED_LEAST = 2_000
_MINIFIED_WIDTH = 200


def is_minified(path: str, text: str | None = None) -> bool:
    """Whether the file is squeezed for machines, by its name or by very long lines of `text`."""
    if path in _MINIFIED:
        return True
    if text is None or len(text) < _MINIFIED_LEAST or place_of(path).ending not in _MINIFIABLE:
        return False
    return len(text) / (text.count("\n") + 1) > _MINIFIED_WIDTH


def is_workflow(path: str) -> bool:
    """A GitHub workflow, or the description of a GitHub action."""
    folder, _, name = path.lower().rpartition("/")
    if not name.endswith((".yml", ".yaml")):
        return False
    return folder == ".github/workflows" or name in ("action.yml", "action.yaml")


_CI = Names(
    folders=".circleci .buildkite .teamcity .tekton .woodpecker",
    names=".gitlab-ci.yml .travis.yml jenkinsfile azure-pipelines.yml azure-pipelines.yaml"
    " bitbucket-pipelines.yml .drone.yml .cirrus.yml appveyor.yml .appveyor.yml cloudbuild.yaml"
    " cloudbuild.yml buildspec.yml .woodpecker.yml .gitlab-ci.yaml",
    ends=".gitlab-ci.yml",
)
_CI_ROOTS = (".github/workflows/", ".github/actions/", ".gitlab/ci/", ".forgejo/", ".gitea/")


def is_ci(path: str) -> bool:
    """Something a build server runs or is told by."""
    return is_workflow(path) or path in _CI or path.lower().startswith(_CI_ROOTS)


_INFRASTRUCTURE = Names(
    folders="terraform ansible helm charts k8s kubernetes kustomize pulumi cloudformation"
    " infra infrastructure deploy deployment deployments docker .devcontainer",
    names=".dockerignore makefile gnumakefile justfile procfile vagrantfile nginx.conf fly.toml"
    " render.yaml serverless.yml skaffold.yaml taskfile.yml vercel.json netlify.toml",
    ends=".tf .tfvars .hcl .nomad .service",
)
_COMPOSE_STARTS = ("docker-compose", "compose.y", "dockerfile", "containerfile")


def is_infrastructure(path: str) -> bool:
    """What builds, ships or runs the code: CI, containers, provisioning."""
    name = place_of(path).name
    return is_ci(path) or path in _INFRASTRUCTURE or name.startswith(_COMPOSE_STARTS)


_CONFIG = Names(
    names="pipfile gemfile go.mod requirements.txt constraints.txt cmakelists.txt pom.xml"
    " codeowners manifest.in .env",
    ends=".toml .ini .cfg .conf .properties .yml .yaml .json .jsonc .json5 .env .editorconfig"
    " .xml .plist .gradle .gradle.kts .csproj .props .targets .gemspec",
)
_CONFIG_STARTS = (".", "requirements-", "requirements_")
_CONFIG_STEM_ENDS = (".config", ".conf", ".setup")
_CONFIG_SCRIPTS = frozenset(words(".js .mjs .cjs .ts .mts .cts"))


def is_config(path: str) -> bool:
    """Settings and manifests that tools read, lock files included."""
    place = place_of(path)
    if path in _CONFIG or is_lockfile(path) or place.name.startswith(_CONFIG_STARTS):
        return True
    return place.ending in _CONFIG_SCRIPTS and place.stem.endswith(_CONFIG_STEM_ENDS)


_BINARY_ENDS = words(
    ".png .jpg .jpeg .gif .bmp .ico .icns .webp .avif .tif .tiff .psd .pdf .doc .docx .xls .xlsx"
    " .ppt .pptx .odt .ods .zip .gz .tgz .bz2 .xz .zst .7z .rar .tar .jar .war .ear .aar .whl"
    " .exe .dll .so .dylib .a .o .obj .lib .class .pyc .pyo .wasm .bin .dat .db .sqlite .sqlite3"
    " .woff .woff2 .ttf .otf .eot .mp3 .mp4 .m4a .ogg .wav .flac .avi .mov .webm .mkv .parquet"
    " .npy .npz .pkl .pickle .h5 .onnx .pt .safetensors .keystore .jks .p12 .pfx .der"
)


def is_binary_asset(path: str) -> bool:
    """A picture, archive, program or other file that has no lines to read."""
    return place_of(path).ending in _BINARY_ENDS
