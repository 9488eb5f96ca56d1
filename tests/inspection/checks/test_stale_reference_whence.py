"""Where a path is looked for, which lines make it, and how quoted pieces spell it."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.made import is_made_page, is_record, makes
from postil.inspection.checks._stale_reference.path_words import is_rooted, joined
from postil.inspection.checks._stale_reference.whence import (
    anchor,
    is_address,
    is_whole,
    starts_elsewhere,
)
from postil.ports import Hit

from fakes.trees import MemoryTree


@pytest.mark.parametrize(
    ("tail", "path", "place", "whole"),
    [
        ("wicks/a.md", "wicks/a.md", "lamp/b.py", True),
        ("wicks/a.md", "lamp/wicks/a.md", "lamp/oil/b.py", True),
        ("wicks/a.md", "lamp/wicks/a.md", "other/b.py", False),
        ("lamp/a.py", "src/lamp/a.py", "README.md", True),
        ("lamp/a.py", "tools/lamp/a.py", "README.md", False),
    ],
)
def test_a_path_is_meant_from_a_folder_above(
    tail: str, path: str, place: str, *, whole: bool
) -> None:
    assert is_whole(tail, path, place) is whole


@pytest.mark.parametrize(
    ("place", "elsewhere"),
    [
        ("lamp/pom.xml", True),
        ("burner/pom.xml", False),
        ("oil/pom.xml", False),
        ("README.md", False),
    ],
)
def test_a_path_may_begin_in_another_folder(place: str, *, elsewhere: bool) -> None:
    head = MemoryTree({"lamp/src/Lamp.java": "", "burner/src/Burner.java": ""})
    found = starts_elsewhere("src/wick.xml", "burner/src/wick.xml", place, head)
    assert found is elsewhere


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("mkdir -p out/wick", True),
        ("rm -rf out/wick/*", False),
        ("cp lamp.c out/wick", True),
        ("cp -r out/wick /usr/share", False),
        ("lamp > out/wick", True),
        ("lamp -o out/wick", True),
        ("lamp --output=out/wick", True),
        ("write_file('out/wick', text)", True),
        ("fs.writeFileSync('./out/wick', text)", True),
        ("read_file('out/wick')", False),
        ("cat out/wick", False),
        ("rm -rf other/wick", False),
        ("rm -rf out/wicks", False),
        ("lamp", False),
    ],
)
def test_lines_that_make_a_path(line: str, *, made: bool) -> None:
    assert makes("out/wick", Hit("Makefile", 1, line), is_folder=False) is made


@pytest.mark.parametrize(("path", "made"), [("wick", True), ("lamp/wick", False)])
def test_what_a_build_clears_away_stands_beside_the_sources(path: str, *, made: bool) -> None:
    assert makes(path, Hit("Makefile", 1, f"rm -rf {path}/*"), is_folder=True) is made


@pytest.mark.parametrize(
    ("line", "made"),
    [("mkdir out/wick", True), ("lamp --out-dir out/wick", True), ("cp a out/wick/", False)],
)
def test_a_folder_must_be_there_before_files_go_into_it(line: str, *, made: bool) -> None:
    assert makes("out/wick", Hit("Makefile", 1, line), is_folder=True) is made


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('join("doc", "build.py")', "doc/build.py"),
        ("join('build.py')", "build.py"),
        ('join(at, "build.py2")', ""),
    ],
)
def test_quoted_pieces_make_a_path(line: str, path: str) -> None:
    assert joined("build.py", line) == path


@pytest.mark.parametrize(
    ("path", "line", "rooted"),
    [
        ("CODEOWNERS", "/docs/ @lamp", True),
        (".eslintignore", "/docs/", True),
        ("dependabot.yml", "directory: /docs/", True),
        ("menu.yml", "link: /docs/", False),
    ],
)
def test_a_leading_slash_means_the_root_or_an_address(
    path: str, line: str, *, rooted: bool
) -> None:
    assert is_rooted(Hit(path=path, line=1, text=line)) is rooted


@pytest.mark.parametrize(
    ("line", "folder"),
    [
        ("require dirname(__FILE__) . '/wick.php';", "lamp/oil"),
        ("require dirname(dirname(__FILE__)) . '/wick.php';", "lamp"),
        ("require dirname(__DIR__) . '/wick.php';", "lamp"),
        ("load(__dirname + '/wick.php')", "lamp/oil"),
        ("load(path.join(__dirname, '/wick.php'))", "lamp/oil"),
        ("load(`${__dirname}/wick.php`)", "lamp/oil"),
        ("load('/wick.php')", None),
    ],
)
def test_code_joins_a_path_to_a_folder(line: str, folder: str | None) -> None:
    assert anchor("/wick.php", Hit("lamp/oil/b.php", 1, line)) == folder


@pytest.mark.parametrize(
    ("path", "line", "address"),
    [
        ("lamp/serve.js", "if (at === '/wick.js')", True),
        ("lamp/serve.js", "load(root + '/wick.js')", False),
        ("lamp/page.html", '<script src="/wick.js">', True),
        ("page.html", '<script src="/wick.js">', False),
        ("lamp/serve.yml", 'entry: "/wick.js"', False),
        ("lamp/serve.js", "// see /wick.js", False),
    ],
)
def test_a_text_that_begins_with_the_slash_of_a_site(
    path: str, line: str, *, address: bool
) -> None:
    assert is_address("/wick.js", Hit(path, 1, line)) is address


@pytest.mark.parametrize(
    ("path", "width", "record"),
    [("a.json", 2_000, True), ("a.css", 2_000, True), ("a.css", 80, False), ("a.rb", 2_000, False)],
)
def test_a_long_line_of_data_was_written_by_a_program(
    path: str, width: int, *, record: bool
) -> None:
    assert is_record(Hit(path, 1, "x" * width)) is record


@pytest.mark.parametrize(
    ("path", "opening", "made"),
    [
        ("a.html", '<meta name="generator" content="Lamps 3">', True),
        ("a.html", '<meta name="generator" content="{{ version }}">', False),
        ("a.html", '<link href="../docco.css">', True),
        ("a.html", "<p>", False),
        ("a.md", "docco.css", False),
    ],
)
def test_a_page_says_which_program_made_it(path: str, opening: str, *, made: bool) -> None:
    assert is_made_page(path, opening) is made
