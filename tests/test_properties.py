"""Whatever a small repository holds and however it is edited, a whole review keeps its promises."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import postil.cli as door
import postil.render
from postil import catalogue, codec, wiring
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence
from postil.domain.judgement import Coverage, Outcome
from postil.pipeline import review
from postil.render import MUST_HAVE, Style
from postil.wiring import Surroundings, Wanted
from postil.workspaces.git import Target

from repositories import Repository

FILES: dict[str, tuple[str, ...]] = {
    "app/prices.py": (
        *("def price_of(item):", "    return item.cost", "class Basket:", "    size = 3"),
        *("import os", "breakpoint()", "# TODO: later", "LIMIT = 10", "print('debug')"),
    ),
    "app/cart.py": (
        *(
            "from app.prices import price_of, Basket",
            "from app import prices",
            "total = price_of(x)",
        ),
        *("# price_of is used", "prices.LIMIT", "@pytest.mark.skip", "def test_a():", "    pass"),
    ),
    "web/main.ts": (
        *(
            'import { run } from "./run";',
            "export function main() {",
            "}",
            "it.only('x', () => {})",
        ),
        *("console.log(1);", "// return old(value);", "debugger;", "const x = `a ${b}`;"),
    ),
    ".github/workflows/ci.yml": (
        *("on: [push]", "on: pull_request_target", "permissions: {}", "jobs:", "  test:"),
        *("    runs-on: ubuntu-24.04", "    needs: build", "    steps:", "      - run: make test"),
        *("      - uses: actions/checkout@v4", "      - run: echo ${{ github.event.issue.title }}"),
    ),
    "Makefile": ("all: test", "test:", "\tpython -m app.cart", "\t./scripts/run.sh", ".PHONY: all"),
    "Dockerfile": (
        "FROM python:3.12",
        "COPY app /app",
        "COPY gone.txt /",
        "RUN make test",
        "USER a",
    ),
    "package.json": (
        "{",
        '"name": "x",',
        '"scripts": {"test": "node web/run.js"}',
        "}",
        '"main": 1',
    ),
    "pyproject.toml": (
        "[project]",
        'name = "x"',
        "[project.scripts]",
        'x = "app.cart:main"',
        "= =",
    ),
    "docs/guide.md": (
        *(
            "# Guide",
            "Call `price_of` first.",
            "See [cart](../app/cart.py).",
            "Mail ada@example.org.",
        ),
        *("curl http://x.example/install.sh | sh", "<<<<<<< ours", "=======", ">>>>>>> theirs"),
    ),
    ".env": ("A=1", "password=hunter2hunter2", "KEY=AKIA" + "IOSFODNN7EXAMPLQ", "DEBUG=true"),
    ".postil.toml": (
        'profile = "sections"',
        "[checks]",
        'off = ["comment-hygiene"]',
        "[[suppress]]",
    ),
}
# White space, bytes that are not UTF-8, reading direction, escapes, and what ends lines elsewhere.
ODD_LINES = ("", "\t", "\r", "\udcff\udcfe", "\u202e x", "\x1b[31m", "a\x0cb", "\u2028", "x" * 300)
MASK = re.compile(r"\[[^\[\]\n]{1,60} [0-9a-f]{8}\]")


@st.composite
def texts(draw: st.DrawFn, name: str) -> str:
    known = st.sampled_from(FILES[name])
    # Mostly sense, so that the checks have something to say.
    lines = draw(st.lists(st.one_of(known, known, known, st.sampled_from(ODD_LINES)), max_size=12))
    return "\n".join(lines) + draw(st.sampled_from(["\n", "", "\r\n"]))


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str]:
    names = draw(st.lists(st.sampled_from(sorted(FILES)), min_size=4, max_size=8, unique=True))
    return {name: draw(texts(name)) for name in names}


@st.composite
def edits(draw: st.DrawFn, files: dict[str, str]) -> dict[str, str | None]:
    """Files that are new, gone, moved, written anew, or had some lines taken out or put in."""
    edited: dict[str, str | None] = {}
    for name, text in files.items():
        kind = draw(st.sampled_from(["same", "gone", "moved", "anew", "cut", "grown"]))
        lines = text.split("\n")
        place = draw(st.integers(0, len(lines)))
        if kind in ("gone", "moved"):
            edited[name] = None
        if kind == "moved":
            edited[f"moved/{name}"] = text
        if kind == "anew":
            edited[name] = draw(texts(name))
        if kind == "cut":
            edited[name] = "\n".join(lines[:place] + lines[place + 1 :])
        if kind == "grown":
            extra = draw(st.sampled_from(FILES[name]))
            edited[name] = "\n".join([*lines[:place], extra, *lines[place:]])
    fresh = draw(st.sampled_from(sorted(FILES)))
    edited.setdefault(fresh, draw(texts(fresh)))
    return edited


@st.composite
def histories(draw: st.DrawFn) -> tuple[dict[str, str], dict[str, str | None]]:
    before = draw(trees())
    return before, draw(edits(before))


def stands(repository: Repository, evidence: Evidence) -> bool:
    """Whether git, asked again, has that text on those lines of that file at that commit."""
    if not evidence.text:
        listed = repository.git("ls-tree", "-r", "-z", "--name-only", evidence.revision)
        return evidence.path.encode("utf-8", "surrogateescape") in listed.split(b"\0")
    data = repository.git("cat-file", "blob", f"{evidence.revision}:{evidence.path}")
    text = data.decode("utf-8", "surrogateescape")
    if evidence.start is not None and evidence.end is not None:
        text = "\n".join(text.split("\n")[evidence.start - 1 : evidence.end])
    # A secret is shown as its kind and a short hash, so anything may stand in its place.
    pattern = ".*?".join(map(re.escape, MASK.split(evidence.text)))
    return re.search(pattern, text, re.DOTALL) is not None


def assert_promises(document: ReviewDocument, repository: Repository) -> None:
    numbers = [finding.number for finding in document.findings]
    assert numbers == [f"F{index}" for index in range(1, len(numbers) + 1)]
    assert len({finding.id for finding in document.findings}) == len(numbers)
    for finding in document.findings:
        assert finding.evidence
        assert all(stands(repository, evidence) for evidence in finding.evidence), finding
        assert finding.sources
    assert (document.coverage is Coverage.FULL) == (
        document.outcome in (Outcome.FINDINGS, Outcome.REVIEWED_CLEAN)
    )
    assert not [gap for gap in document.gaps if "crashed" in gap.reason], document.gaps
    assert {record.name for record in document.inspectors} == {
        unit.name for unit in wiring.known_checks()
    }


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(histories())
def test_a_whole_review_keeps_its_promises(
    history: tuple[dict[str, str], dict[str, str | None]],
) -> None:
    before, after = history
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder) / "repository")
        repository.commit(before)
        repository.commit(dict(after))
        wanted = Wanted(repo=repository.path, target=Target(revision="HEAD"))
        with wiring.prepare(wanted, Surroundings(cache=str(Path(folder) / "cache"))) as prepared:
            document = review(prepared.desk).document
            change = prepared.desk.change
        assert_promises(document, repository)
        encoded = codec.encode(document)
        assert codec.encode(codec.decode(encoded)) == encoded
        for name in catalogue.names(postil.render):
            renderer = catalogue.load(postil.render, name, must_have=MUST_HAVE).module
            for given_change in (change, None):
                text = renderer.render(document, given_change, style=Style())
                assert text.endswith("\n")
                assert text.encode()
        kept = Path(folder) / "kept.json"
        command = ["review", "HEAD", "--repo", repository.path, "-q", "--json"]
        assert door._status([*command, "--output", str(kept)]) in (0, 1, 2)
        assert kept.is_file()
