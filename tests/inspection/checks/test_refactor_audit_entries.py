"""refactor-audit: entries of lists, links of chains, and where written paths lead."""

from __future__ import annotations

import pytest

from postil.inspection.checks._refactor_audit.blocks import Difference, Pair
from postil.inspection.checks._refactor_audit.routes import Routes, named_by_script
from postil.syntax import tokens

from fakes.trees import MemoryTree


def _pair(path: str, old: str, new: str) -> Pair:
    before, after = (tokens(path, text, 1, text.count("\n") + 1) for text in (old, new))
    return Pair(before, after, (path, path))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('KINDS = ["a", "b", "c"]', 'KINDS = ["a", "c"]', [(Difference.LEFT_OUT, '"b"')]),
        ("KINDS = [A.X, A.Y, A.Z]", "KINDS = [A.X, A.Z]", [(Difference.LEFT_OUT, "A.Y")]),
        ('KINDS = {"a": 1, "b": 2}', 'KINDS = {"b": 2}', [(Difference.LEFT_OUT, '"a" : 1')]),
        ('KINDS = ["a", "c"]', 'KINDS = ["a", "b", "c"]', [(Difference.LET_IN, '"b"')]),
        ('KINDS = ["a", "b", "c", "d", "e", "f"]', 'KINDS = ["a", "b", "c"]', []),
        ('KINDS = ["a", "b", lambda x: x]', 'KINDS = ["a", "b"]', []),
        ("KINDS = [1, 2, 3] + more", "KINDS = [1, 2, 3]", []),
        ("KINDS = [1, 2, pick(3, 4)]", "KINDS = [1, 2, pick(3)]", [(Difference.LEFT_OUT, "4")]),
    ],
)
def test_entries_of_a_constant(old: str, new: str, told: list[tuple[Difference, str]]) -> None:
    slips = _pair("kinds.py", old, new).values()
    assert [(slip.difference, slip.old or slip.new) for slip in slips] == told


@pytest.mark.parametrize(
    ("lost", "is_told"),
    [
        (".downcase", True),
        (".uniq.sort", True),
        (".to_sym", False),
        (".owner", False),
        (".reject { |one| one }", True),
    ],
)
def test_links_of_a_chain_of_ruby(lost: str, is_told: bool) -> None:
    text = "def key(rows)\n  found = rows.first.name{}\n  return nil if found.empty?\n  [found, rows.last.flag].join\nend"
    slips = _pair("key.rb", text.replace("{}", lost), text.replace("{}", "")).slips()
    assert bool(slips) is is_told


def test_a_class_of_ruby_that_is_asked_for_one_of_its_kind() -> None:
    text = "def ships(ids)\n  found = Ship{}.where(id: ids)\n  return [] if found.empty?\n  found.order(:name)\nend"
    told = [
        bool(_pair("ships.rb", text.replace("{}", lost), text.replace("{}", "")).slips())
        for lost in (".afloat", ".new", ".unscoped")
    ]
    assert told == [True, False, True]


@pytest.mark.parametrize(
    ("path", "line", "old", "is_left"),
    [
        ("src/main.c", '#include "berth.h"', "src/berth.h", True),
        ("tests/t.c", '#include "../src/berth.h"', "src/berth.h", True),
        ("tests/t.c", "#include <north/berth.h>", "include/north/berth.h", True),
        ("tests/t.c", "#include <berth.h>", "src/berth.h", False),
        ("tests/t.c", '#include "berth.h"', "src/berth.h", True),
        ("bin/a.rb", 'require_relative "../lib/a/b"', "lib/a/b.rb", True),
        ("bin/a.rb", "require 'a/b'", "lib/a/b.rb", True),
        ("bin/a.rb", "require 'b'", "lib/b.rb", False),
        ("bin/a.rb", "puts 'a/b'", "lib/a/b.rb", False),
        ("web/a.php", "include 'inc/b.php';", "web/inc/b.php", True),
        ("web/a.php", "require_once(dirname(__FILE__) . '/b.php');", "web/b.php", True),
        ("bin/a.sh", '. "${HERE}/lib/b.sh"', "lib/b.sh", True),
        ("bin/a.sh", '. "$(dirname "$0")/b.sh"', "bin/b.sh", True),
        ("bin/a.sh", "echo b.sh", "bin/b.sh", False),
        ("web/a.html", '<link href="css/b.css">', "web/css/b.css", True),
        ("web/a.md", '<link href="css/b.css">', "web/css/b.css", False),
    ],
)
def test_paths_that_take_in_a_file(path: str, line: str, old: str, is_left: bool) -> None:
    routes = Routes(MemoryTree({path: line, old: "x"}), MemoryTree({path: line, "new/c.x": "x"}))
    assert routes.is_taken_in(line, path, old) is is_left


def test_a_path_that_another_file_answers_to() -> None:
    base = {"tests/t.c": "", "src/berth.h": "x", "lib/berth.h": "y"}
    head = {"tests/t.c": "", "src/new.h": "x", "lib/berth.h": "y"}
    routes = Routes(MemoryTree(base), MemoryTree(head))
    assert not routes.is_taken_in('#include "berth.h"', "tests/t.c", "src/berth.h")
    assert routes.leads_beside("berth.h", "lib/a.c")
    assert not routes.leads_beside("berth.h", "src/a.c")


def test_what_a_script_takes_from_a_path_by_other_means_than_an_import() -> None:
    line = 'jest.mock("./a"); new Worker("./b.js"); call("./c")'
    assert named_by_script(line) == ["./a", "./b.js"]
