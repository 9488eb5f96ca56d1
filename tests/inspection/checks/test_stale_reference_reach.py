"""Names that are reached through a parent, a fixture, a template, a command or a list."""

from __future__ import annotations

import pytest

from fakes.stale import told

PARENT = "class Reader:\n    def open_source(self):\n        return 1\n"
CHILD = "from a import Reader\n\n\nclass Sub(Reader):\n    def go(self):\n        return self.open_source()\n"


@pytest.mark.parametrize(
    ("old", "child", "places"),
    [
        (PARENT, CHILD, ["b.py:6 high"]),
        (PARENT.replace("Reader:", "Reader(Base):"), CHILD, []),
        (PARENT, CHILD.replace("Sub(Reader)", "Sub(Other)"), []),
        (PARENT, CHILD.replace("Sub(Reader)", "Sub"), []),
        (PARENT, CHILD + "\n    def open_source(self):\n        return 2\n", []),
        (PARENT, "def go(self):\n    return self.open_source()\n", []),
        (
            PARENT.replace("open_source", "render"),
            CHILD.replace("open_source", "render"),
            [],
        ),
    ],
)
def test_a_call_on_self_reaches_the_parent(old: str, child: str, places: list[str]) -> None:
    new = old.replace("open_source", "open_stream").replace("render", "paint")
    assert told({"a.py": (old, new)}, {"b.py": child}) == places


FIXTURE = "import pytest\n\n\n@pytest.fixture\ndef mail_box():\n    return 1\n"


@pytest.mark.parametrize(
    ("path", "test", "places"),
    [
        ("tests/test_a.py", "def test_a(mail_box):\n    pass\n", ["tests/test_a.py:1 high"]),
        (
            "tests/test_a.py",
            "import pytest\n\n\n@pytest.fixture\ndef full(mail_box):\n    return 2\n",
            ["tests/test_a.py:5 high"],
        ),
        ("tests/test_a.py", "def deliver(mail_box):\n    return mail_box\n", []),
        ("tests/test_a.py", "for mail_box in (1, 2):\n    print(mail_box)\n", []),
        ("other/test_a.py", "def test_a(mail_box):\n    pass\n", []),
        ("tests/test_a.py", "BOX = 'mail_box'\n\n\ndef test_a(mail_box):\n    pass\n", []),
    ],
)
def test_a_fixture_is_asked_for_by_name(path: str, test: str, places: list[str]) -> None:
    new = FIXTURE.replace("mail_box", "letter_box")
    assert told({"tests/conftest.py": (FIXTURE, new)}, {path: test}) == places


def test_a_function_that_is_no_fixture_is_not_asked_for() -> None:
    old = "def mail_box():\n    return 1\n"
    new = "def letter_box():\n    return 1\n"
    test = {"tests/test_a.py": "def test_a(mail_box):\n    pass\n"}
    assert told({"tests/conftest.py": (old, new)}, test) == []


METHOD = "class Store\n  def broken_parcels(x)\n    x\n  end\nend\n"


@pytest.mark.parametrize(
    ("path", "text", "places"),
    [
        ("v/a.erb", "<%= store.broken_parcels(1) %>\n", ["v/a.erb:1 high"]),
        ("v/a.erb", "<%= broken_parcels(1) %>\n", ["v/a.erb:1 high"]),
        ("v/a.erb", "<% broken_parcels = 1 %>\n<%= f.broken_parcels(1) %>\n", []),
        ("v/a.erb", "<% for broken_parcels in x %><%= y.broken_parcels() %>\n", []),
        ("v/a.erb", "<p id='x-broken_parcels'> broken_parcels </p>\n", []),
        ("v/a.twig", "{{ store.broken_parcels(1) }}\n", []),
        ("v/a.xyz", "store.broken_parcels(1)\n", []),
    ],
)
def test_files_without_a_grammar_are_read_by_sight(path: str, text: str, places: list[str]) -> None:
    new = METHOD.replace("broken_parcels", "damaged")
    assert told({"lib/store.rb": (METHOD, new)}, {path: text}) == places


def test_a_common_word_is_not_seen_in_a_template() -> None:
    old = METHOD.replace("broken_parcels", "broken")
    new = METHOD.replace("broken_parcels", "damaged")
    assert told({"lib/store.rb": (old, new)}, {"v/a.erb": "<%= store.broken(1) %>\n"}) == []


def test_a_class_is_named_in_a_language_beside() -> None:
    old = "class ParcelStore {\n}\n"
    user = {"src/Main.kt": "val store: ParcelStore = make()\n"}
    assert told({"src/A.java": (old, "class Depot {\n}\n")}, user) == ["src/Main.kt:1 high"]


COMPOSE = "services:\n  web:\n    image: a\n  mail:\n    image: b\n"


@pytest.mark.parametrize(
    ("head", "command", "places"),
    [
        (COMPOSE[:31], "docker compose up -d mail\n", ["run.sh:1 high"]),
        (COMPOSE[:31], "docker-compose exec mail sh\n", ["run.sh:1 high"]),
        (COMPOSE[:31], "docker compose up web; mail me\n", []),
        (COMPOSE[:31], "docker compose ps mail\n", []),
        (COMPOSE[:31], "# docker compose up mail was removed\n", []),
        (COMPOSE.replace("image: b", "image: c"), "docker compose up mail\n", []),
        (None, "docker compose run mail\n", ["run.sh:1 high"]),
        ("# nothing\n", "docker compose run mail\n", ["run.sh:1 high"]),
    ],
)
def test_commands_that_name_a_service(head: str | None, command: str, places: list[str]) -> None:
    assert told({"compose.yml": (COMPOSE, head)}, {"run.sh": command}) == places


def test_keys_below_a_service_are_no_services() -> None:
    old = "services:\n  web:\n    mail:\n      x: 1\n    image: a\n"
    new = "services:\n  web:\n    image: a\n"
    assert told({"compose.yml": (old, new)}, {"run.sh": "docker compose up mail\n"}) == []


READER = 'import os\nX = os.environ["PARCEL_DEPOT_URL"]\n'


@pytest.mark.parametrize(
    ("path", "text", "places"),
    [
        ("README.md", "Set PARCEL_DEPOT_URL first.\n", ["README.md:1 low"]),
        (".env", "PARCEL_DEPOT_URL=x\n", [".env:1 low"]),
        ("Dockerfile", "ENV PARCEL_DEPOT_URL=x\n", ["Dockerfile:1 low"]),
        ("Dockerfile", "RUN echo $PARCEL_DEPOT_URL\n", []),
        ("a.yml", "run: x ${PARCEL_DEPOT_URL}\n", []),
        ("a.yml", "other: PARCEL_DEPOT_URL\n", []),
        ("b.py", 'print(env("PARCEL_DEPOT_URL"))\n', []),
        ("README.md", "PARCEL_DEPOT_URL was removed.\n", []),
    ],
)
def test_variables_that_nothing_reads_any_more(path: str, text: str, places: list[str]) -> None:
    assert told({"a.py": (READER, "import os\n")}, {path: text}) == places


@pytest.mark.parametrize(
    ("path", "old", "name"),
    [
        ("tests/test_a.py", READER, "PARCEL_DEPOT_URL"),
        ("a.py", READER.replace("PARCEL_DEPOT_URL", "AWS_PARCEL_URL"), "AWS_PARCEL_URL"),
        ("a.py", 'import os\nX = lookup("PARCEL_DEPOT_URL")\n', "PARCEL_DEPOT_URL"),
        ("a.txt", READER, "PARCEL_DEPOT_URL"),
    ],
)
def test_variables_that_are_not_ours_to_follow(path: str, old: str, name: str) -> None:
    assert told({path: (old, "import os\n")}, {"README.md": f"Set {name}.\n"}) == []


FLAGGED = 'def go(config):\n    return config["bulk_franking"]\n'
PLAIN = "def go(config):\n    return 1\n"


@pytest.mark.parametrize(
    ("other", "text", "places"),
    [
        ("config/b.yml", "bulk_franking: on\n", ["config/b.yml:1 low"]),
        ("far/config/a.yml", "bulk_franking: on\n", ["far/config/a.yml:1 low"]),
        ("far/config/b.yml", "bulk_franking: on\n", []),
        ("config/b.toml", "bulk_franking = 1\n", []),
        ("config/b.yml", "other: bulk_franking\n", []),
    ],
)
def test_a_flag_that_one_configuration_keeps(other: str, text: str, places: list[str]) -> None:
    changed = {"config/a.yml": ("bulk_franking: on\nx: 1\n", "x: 1\n"), "a.py": (FLAGGED, PLAIN)}
    assert told(changed, {other: text}) == places


@pytest.mark.parametrize(
    "changed",
    [
        {"config/a.yml": ("bulk_franking: on\nx: 1\n", "x: 1\n")},
        {"config/a.yml": ("bulk_franking: on\nx: 1\n", "x: 1\n"), "a.py": ("y = 1\n", PLAIN)},
        {"config/a.yml": ("bulk_franking: on\n", "bulk_franking: no\n"), "a.py": (FLAGGED, PLAIN)},
        {"rows/a.yml": ("bulk_franking: on\nx: 1\n", "x: 1\n"), "a.py": (FLAGGED, PLAIN)},
    ],
)
def test_a_flag_that_was_not_removed_with_its_reader(
    changed: dict[str, tuple[str | None, str | None]],
) -> None:
    kept = {"config/b.yml": "bulk_franking: on\n", "rows/b.yml": "bulk_franking: on\n"}
    assert told(changed, kept) == []


@pytest.mark.parametrize(
    ("listing", "text", "places"),
    [
        ("test/CMakeLists.txt", "add(big-sheet)\n", ["test/CMakeLists.txt:1 high"]),
        ("meson.build", "tests += ['big-sheet']\n", ["meson.build:1 high"]),
        ("src/CMakeLists.txt", "add(big-sheet)\n", []),
        ("test/notes.txt", "big-sheet\n", []),
        ("test/CMakeLists.txt", "add(big-sheets)\n", []),
    ],
)
def test_build_files_list_files_by_their_stem(listing: str, text: str, places: list[str]) -> None:
    gone: tuple[str | None, str | None] = ("int main() { return 0; }\n", None)
    assert told({"test/big-sheet.cc": gone}, {listing: text}) == places


@pytest.mark.parametrize(
    ("link", "places"),
    [
        ("https://github.com/a/b/blob/main/examples/one/run.py", ["docs/a.md:1 low"]),
        ("https://github.com/a/b/blob/v1/examples/one/run.py", []),
        ("https://example.org/examples/one/run.py", []),
    ],
)
def test_links_into_the_tree_of_a_branch(link: str, places: list[str]) -> None:
    gone: tuple[str | None, str | None] = ("print(1)\n", None)
    assert told({"examples/one/run.py": gone}, {"docs/a.md": f"See {link}\n"}) == places


@pytest.mark.parametrize(
    ("module", "source", "places"),
    [
        ("module a.org/x\n", "a.org/x/s", ["tools/main.go:5 high"]),
        ("module a.org/x\n", "root.org/y/tools/s", []),
        ("nothing here\n", "a.org/x/s", []),
        (None, "root.org/y/tools/s", ["tools/main.go:5 high"]),
    ],
)
def test_go_imports_begin_with_the_nearest_module(
    module: str | None, source: str, places: list[str]
) -> None:
    others = {
        "go.mod": "module root.org/y\n",
        "tools/main.go": f'package main\n\nimport "{source}"\n\nfunc main() {{ s.Weigh(1) }}\n',
    }
    if module is not None:
        others["tools/go.mod"] = module
    old = "package s\n\nfunc Weigh(x int) int { return x }\n"
    assert told({"tools/s/s.go": (old, old.replace("Weigh", "Measure"))}, others) == places


def test_a_go_folder_without_any_module_has_no_name() -> None:
    old = "package s\n\nfunc Weigh(x int) int { return x }\n"
    user = {"main.go": 'package main\n\nimport "x.org/s"\n\nfunc main() { s.Weigh(1) }\n'}
    assert told({"s/s.go": (old, old.replace("Weigh", "Measure"))}, user) == []


@pytest.mark.parametrize("word", ["return", "constexpr", "switch"])
def test_a_keyword_that_a_parser_took_for_a_name_is_left_alone(word: str) -> None:
    old = f"if FOO (bar) {word} baz(f);\n"
    user = {"b.h": f"int f() {{ {word} 1; }}\n"}
    assert told({"a.h": (old, "int x;\n")}, user) == []


def test_a_comment_moved_within_its_file_still_counts() -> None:
    comment = "# Uses `fold_letters` at night.\n"
    old = f"def fold_letters():\n    return 1\n\n\n{comment}X = 1\nY = 2\nZ = 3\n"
    moved = f"def press_letters():\n    return 1\n\n\nX = 1\nY = 2\nZ = 3\n{comment}"
    anew = f"def press_letters():\n    return 1\n\n\nX = 1\nY = 2\nZ = 3\n{comment.replace('at', 'by')}"
    assert told({"a.py": (old, moved)}) == ["a.py:8 low"]
    assert told({"a.py": (old, anew)}) == []


TYPE = "class BasicStream:\n    def read(self):\n        return 1\n"


@pytest.mark.parametrize(
    ("before", "after", "places"),
    [
        ("from a import BasicStream\n\nx: BasicStream\n", "\n\nx: BasicStream\n", ["b.py:3 high"]),
        (
            "from a import (\n    BasicStream,\n)\n\nx: BasicStream\n",
            "\n\n\n\nx: BasicStream\n",
            ["b.py:5 high"],
        ),
        (
            "from a import BasicStream\n\nx: BasicStream\n",
            "from z import *\n\nx: BasicStream\n",
            [],
        ),
        (
            "from a import BasicStream\n\nx: BasicStream\n",
            "BasicStream = object\n\nx: BasicStream\n",
            [],
        ),
        ("y = 1\n\nx: BasicStream\n", "y = 2\n\nx: BasicStream\n", []),
    ],
)
def test_uses_stay_when_their_import_goes(before: str, after: str, places: list[str]) -> None:
    changed = {"a.py": (TYPE, TYPE.replace("Basic", "Plain")), "b.py": (before, after)}
    assert told(changed) == places


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('"""\nThis needs the BasicStream class here.\n"""\n', ["b.py:2 low"]),
        ('raise X("a BasicStream is needed for this")\n', []),
        ('"""\nsee BasicStream\n"""\n', []),
    ],
)
def test_words_of_a_docstring_are_a_comment(text: str, places: list[str]) -> None:
    assert told({"a.py": (TYPE, "X = 1\n")}, {"b.py": text}) == places


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("mail_limit", "Set `mail_limit` first.\n", ["a.md:1 low"]),
        ("mail_limit", "Call m.mail_limit first.\n", ["a.md:1 low"]),
        ("mail_limit", "mail_limit\n", []),
        ("MAIL_LIMIT", "Raise MAIL_LIMIT first.\n", ["a.md:1 low"]),
    ],
)
def test_a_constant_in_prose_needs_the_mark_of_code(
    name: str, text: str, places: list[str]
) -> None:
    assert told({"m.py": (f"{name} = 3\n", "other = 3\n")}, {"a.md": text}) == places


def test_a_comment_that_moved_to_another_file_still_counts() -> None:
    comment = "# Uses `fold_letters` at night.\n"
    changed = {
        "a.py": (f"def fold_letters():\n    return 1\n\n\n{comment}X = 1\n", "X = 1\n"),
        "b.py": ("Y = 1\n", f"{comment}Y = 1\n"),
    }
    assert told(changed) == ["b.py:1 low"]
