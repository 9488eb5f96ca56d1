"""The spelling check on what its page does not show: the program, settings, limits, hostile input."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

import pytest

from postil.domain.change import ChangedFile, FileStatus
from postil.domain.errors import WorkspaceError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Needles, spelling
from postil.inspection.checks._spelling.custom import accepted_at
from postil.inspection.checks._spelling.lexicon import MOST_WORDS, is_cut, is_sure, looked_up
from postil.inspection.checks._spelling.names import given, name_of_file
from postil.inspection.checks._spelling.pages import Page, older_header
from postil.inspection.checks._spelling.prose import (
    is_foreign,
    is_meant,
    is_name,
    masked,
    parts_of_name,
    words_of,
)
from postil.ports import ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.toolboxes import ScriptedTools, ran
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]


def knowing(**rights: str) -> ScriptedTools:
    """The program, when it knows these words."""
    rows = [{"type": "typo", "typo": wrong, "corrections": [rights[wrong]]} for wrong in rights]
    printed = "".join(f"{json.dumps(row)}\n" for row in rows)
    return ScriptedTools({"typos": ran(printed, exit_status=2 if rows else 0)})


RECEIVE = {"recieve": "receive", "seperate": "separate"}


def review(
    base: Files, head: Files, tools: ScriptedTools, *, searches: bool = True
) -> tuple[list[Remark], list[Gap]]:
    work = spelling.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base), tools)
    said: list[Remark | Gap] = []
    try:
        item = next(work)
        while True:
            if not isinstance(item, Needles):
                said.append(item)
                item = next(work)
            elif searches:
                item = work.send(MemorySearch(head).search(item.texts))
            else:
                item = work.throw(WorkspaceError("the search failed"))
    except StopIteration:
        remarks = [one for one in said if isinstance(one, Remark)]
        return remarks, [one for one in said if isinstance(one, Gap)]


def test_the_program_sees_single_words_and_nothing_else() -> None:
    tools = knowing()
    head = {
        "docs/secret_plan.md": "Der Plan: `codeWord` SEPERATE recieveAll at https://a.example\n"
    }
    assert review({}, head, tools) == ([], [])
    [asked] = tools.asked
    assert asked.tool == "typos"
    assert {"--isolated", "--no-check-filenames"} <= set(asked.arguments)
    assert asked.files == {"words.txt": "example\nhttps\nrecieve\nsecret\nseperate\n"}


def test_nothing_is_asked_without_words() -> None:
    tools = knowing()
    assert review({"a.py": "x = 1\n"}, {"a.py": "x = 2\n"}, tools) == ([], [])
    assert tools.asked == []


@pytest.mark.parametrize(
    ("answer", "required", "reason"),
    [
        (ToolRun(status=ToolStatus.MISSING), False, "`typos` is not installed"),
        (ToolRun(status=ToolStatus.FAILED), True, "`typos` failed"),
        (ToolRun(status=ToolStatus.TIMED_OUT), True, "`typos` timed out"),
        (ran(exit_status=64), True, "`typos` stopped with exit status 64"),
        (ran("{", exit_status=2), True, "`typos` printed something that is not its report"),
        (ran("[]", exit_status=2), True, "`typos` printed something that is not its report"),
        (
            ran("[" * 100_000, exit_status=2),
            True,
            "`typos` printed something that is not its report",
        ),
    ],
)
def test_a_program_that_says_nothing_is_a_gap_and_doubled_words_are_told(
    answer: ToolRun, required: bool, reason: str
) -> None:
    tools = ScriptedTools({"typos": answer})
    remarks, [gap] = review({}, {"a.md": "This starts the the queue.\n"}, tools)
    assert [remark.title for remark in remarks] == ["`the` stands twice in a row"]
    assert (gap.reason, gap.required, gap.subject) == (reason, required, "check `spelling`")


def test_a_line_that_is_read_in_two_ways_is_listed_once() -> None:
    text = 'def lamp():\n    """Recieve the the lamp."""\n'
    [remark], _ = review({}, {"a.py": text}, knowing(recieve="receive"))
    assert (
        remark.mitigation
        == "Write `Recieve` → `Receive` at `a.py:2`; `the the` → `the` at `a.py:2`."
    )


def test_words_beyond_the_limit_are_a_gap() -> None:
    words = {f"recieve{number}" for number in range(MOST_WORDS)} | {"abcde", "fghij"}
    found = looked_up(words, knowing())
    assert found.failure == "2 of its words are more than are looked up"
    assert found.remedy == "split the change"
    assert not found.missing


def test_entries_of_the_report_that_do_not_fit_are_passed_over() -> None:
    rows = [
        {"type": "typo", "typo": "recieve", "corrections": ["receive", "relieve"]},
        {"type": "typo", "typo": "seperate", "corrections": "separate"},
        {"type": "typo", "typo": "another", "corrections": ["others"]},
        {"type": "binary_file", "path": "x"},
        {"type": "typo", "typo": "occured", "corrections": ["occurred"]},
    ]
    printed = "\n".join(map(json.dumps, rows))
    tools = ScriptedTools({"typos": ran(printed, exit_status=2)})
    found = looked_up({"recieve", "seperate", "occured"}, tools)
    assert dict(found.rights) == {"occured": "occurred"}


@pytest.mark.parametrize(
    ("wrong", "right", "sure"),
    [
        ("recieve", "receive", True),
        ("teh", "the", False),
        ("theyre", "they're", False),
        ("writeable", "writable", False),
        ("cachable", "cacheable", False),
        ("existings", "existing", False),
        ("catched", "caught", False),
        ("numer", "number", False),
        ("accesories", "accessories", True),
        ("adddress", "address", True),
        ("sucessfull", "success", False),
    ],
)
def test_what_is_beyond_doubt(wrong: str, right: str, sure: bool) -> None:
    assert is_sure(wrong, right) is sure


def test_a_word_that_stops_early_is_a_short_form_in_names() -> None:
    assert is_cut("updat", "update")
    assert is_cut("mport", "import")
    assert not is_cut("succes", "success")
    assert not is_cut("recieve", "receive")
    tools = {"updat": "update"}
    assert review({}, {"a.py": "def updat_all():\n    return 1\n"}, knowing(**tools))[0] == []
    remarks, _ = review({}, {"a.py": "# This will updat all.\n"}, knowing(**tools))
    assert [remark.title for remark in remarks] == ["`updat` is misspelled (update)"]


def test_a_finding_lists_places_with_the_right_words() -> None:
    text = "# Recieve them in seperate queues.\n# RECIEVE is the call; recieve again.\n"
    [remark], gaps = review({}, {"a.py": text + "# of of\nx = 1\n"}, knowing(**RECEIVE))
    assert gaps == []
    assert remark.title == "2 words are misspelled: `Recieve`, `seperate`"
    assert remark.mitigation == (
        "Write `Recieve` → `Receive` at `a.py:1`; `seperate` → `separate` at `a.py:1`;"
        " `recieve` → `receive` at `a.py:2`."
    )
    assert [(quote.path, quote.line) for quote in remark.quotes] == [("a.py", 1), ("a.py", 2)]
    assert (remark.severity, remark.dimension) == (Severity.NIT, Dimension.CONSISTENCY)
    assert (remark.root, remark.slug) == (Root.CODE, "misspelled-word")


def test_many_places_are_counted() -> None:
    text = "".join(f"# Take {number} and recieve.\n" for number in range(60))
    [remark], _ = review({}, {"a.py": text}, knowing(**RECEIVE))
    assert remark.title == "`recieve` is misspelled (receive)"
    assert remark.mitigation.endswith("; 20 more places are not listed.")
    assert len(remark.quotes) == 5


def test_titles_of_several_sorts() -> None:
    many = {
        "recieve": "receive",
        "seperate": "separate",
        "occured": "occurred",
        "adress": "address",
    }
    said = "# They recieve what is seperate.\n# It occured at some adress.\n"
    [remark], _ = review({}, {"a.py": said}, knowing(**many))
    assert remark.title == "4 words are misspelled: `recieve`, `seperate`, `occured` and 1 more"
    [remark], _ = review({}, {"a.py": "# See the the end.\n# Say of of it all.\n"}, knowing())
    assert remark.title == "2 words are doubled: `the the`, `of of`"
    [remark], _ = review({}, {"a.py": "# They recieve the the end.\n"}, knowing(**RECEIVE))
    assert remark.title == "2 words are misspelled or doubled: `recieve`, `the the`"
    [remark], _ = review({}, {"a.py": "def recieve_it():\n    return 1\n"}, knowing(**RECEIVE))
    assert remark.title == "`recieve` is misspelled in the name `recieve_it` (receive)"
    assert (remark.slug, remark.severity) == ("misspelled-name", Severity.LOW)


def test_a_file_with_very_many_misspellings_is_a_list_or_another_language() -> None:
    letters = "abcdefghijklmnop"
    rights = {f"wrongx{letter}": f"wrongy{letter}" for letter in letters}
    text = "\n".join(f"The {word} is here." for word in rights)
    assert review({}, {"a.md": text}, knowing(**rights)) == ([], [])
    some = dict(list(rights.items())[:15])
    assert len(review({}, {"a.md": text}, knowing(**some))[0]) == 1


def test_a_search_that_fails_leaves_a_gap_and_the_finding() -> None:
    remarks, [gap] = review({}, {"a.md": "We recieve it.\n"}, knowing(**RECEIVE), searches=False)
    assert len(remarks) == 1
    assert gap.subject == "the rest of the tree"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("typos.toml", '[default.extend-words]\nrecieve = "recieve"\n'),
        (".typos.toml", '[type.py.extend-identifiers]\nRecieve = "Recieve"\n'),
        ("_typos.toml", '[files]\nextend-exclude = ["docs/"]\n'),
        ("pyproject.toml", '[tool.typos.default.extend-words]\nrecieve = "recieve"\n'),
        ("pyproject.toml", '[tool.codespell]\nignore-words-list = ["recieve"]\nskip = "x,y"\n'),
        ("pyproject.toml", '[tool.codespell]\nskip = "*.lock, docs/*"\n'),
        ("Cargo.toml", '[workspace.metadata.typos.default.extend-words]\nrecieve = "recieve"\n'),
        (".codespellrc", "[codespell]\nignore-words-list = other,recieve\n"),
        ("setup.cfg", "[codespell]\nignore-words = words/own.txt\n"),
        ("cspell.json", '{\n  // own\n  "ignoreWords": ["Recieve"]\n}\n'),
        (".cspell.json", '{"ignorePaths": ["docs/**"]}\n'),
        ("cspell.yaml", "dictionaryDefinitions:\n  - name: own\n    path: ./words/own.txt\n"),
        (".pre-commit-config.yaml", 'args: ["--ignore-words-list=other,recieve"]\n'),
    ],
)
def test_the_words_and_files_of_other_spell_checkers_count(path: str, text: str) -> None:
    base = {path: text, "words/own.txt": "recieve\n", "docs/a.md": "One.\n"}
    head = {**base, "docs/a.md": "One.\n\nWe recieve it.\n"}
    assert review(base, head, knowing(**RECEIVE)) == ([], [])
    # What the change itself says about them does not.
    del base[path]
    assert len(review(base, {**head, path: text}, knowing(**RECEIVE))[0]) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("typos.toml", "= broken"),
        ("typos.toml", "default = 3\n[files]\nextend-exclude = 4\n"),
        ("cspell.json", "[" * 100_000),
        ("cspell.json", "[1]"),
        ("cspell.json", "x" * 300_000),
        ("cspell.yml", "a: [\n"),
        ("cspell.yaml", "dictionaryDefinitions: [1, {path: 2}]\n"),
        (".codespellrc", "no section\n"),
        ("setup.cfg", "[metadata]\nname = x\n"),
        ("pyproject.toml", "tool = 1\n"),
    ],
)
def test_settings_that_cannot_be_read_accept_nothing(path: str, text: str) -> None:
    accepted = accepted_at(MemoryTree({path: text}))
    assert accepted.words == frozenset()
    assert not accepted.leaves_out("docs/a.md")


@pytest.mark.parametrize(
    "text",
    [
        "`recieve` and ``recieve it``, `recieve",
        "see https://a.example/recieve or www.example.org/recieve",
        "[text](recieve.md) and [text][recieve]",
        "<code>recieve</code> and <recieve>",
        "{@link recieve} {recieve}",
        "@param {string} recieve",
        ":param recieve: what",
        "@recieve and me.recieve@example.org",
        "the $recieve$ of a $$recieve = 1$",
        r"\recieve",
    ],
)
def test_what_is_no_language_is_taken_out(text: str) -> None:
    assert "recieve" not in [word for _, word in words_of(masked(text))]
    assert len(masked(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We recieve.", True),
        ("(recieve) it", True),
        ("the driver's recieve, and", True),
        ("**recieve it**", True),
        ("re-recieve", False),
        ("x.recieve", False),
        ("recieve.x", False),
        ("recieve()", False),
        ("recieve_all", False),
        ("'recieve'", False),
        ("*recieve*", False),
        ("a/recieve", False),
        ("recieve = 1", False),
        ("recieve -> receive", False),
        ("recieve2", False),
    ],
)
def test_only_whole_words_of_a_sentence_count(text: str, found: bool) -> None:
    assert ("recieve" in [word for _, word in words_of(masked(text))]) is found


def test_who_is_a_name() -> None:
    assert is_name("it was Colum who", 7, "Colum", "column")
    assert not is_name("it was so. Colum is wide", 11, "Colum", "column")
    assert is_name("Colum Smith", 0, "Colum", "column")
    assert not is_name("- Colum is wide", 2, "Colum", "column")
    assert is_name("a COLUM b", 2, "COLUM", "column")
    assert not is_name("a SEPERATE b", 2, "SEPERATE", "separate")
    assert is_name("a CoLumn b", 2, "CoLum", "column")
    assert not is_name("a colum b", 2, "colum", "column")


def test_lines_about_spelling() -> None:
    assert is_meant("a typo: recieve", "receive")
    assert is_meant("Signed-off-by: Recieve", "receive")
    assert is_meant("fix recieve to receive", "receive")
    assert not is_meant("receive and then recieve", "receive")


def test_other_languages() -> None:
    assert is_foreign(["Das ist der Titel und die Adresse"])
    assert is_foreign(["это имя и recieve"])
    assert not is_foreign(["The queue is empty, as it should be"])
    assert not is_foreign(["Empty queue"])
    assert not is_foreign([])


def test_words_of_names() -> None:
    assert parts_of_name("HTTPServerError2message_ABC_DEFGHI") == [
        "server",
        "error",
        "message",
        "defghi",
    ]
    assert parts_of_name("a" * 50) == ["a" * 40, "a" * 10]


def test_names_that_a_change_gives() -> None:
    text = (
        "class First(Base):\n    def second(self):\n        def third(): ...\n\n\n"
        'def options(click):\n    click.option("-f, --fourth-one")\n'
    )
    [file] = change_between({}, {"app/a.py": text}).files
    found = [(one.name, one.line, one.is_public) for one in given(file, text)]
    assert found == [
        ("First", 1, True),
        ("third", 3, False),
        ("options", 6, True),
        ("fourth-one", 7, True),
    ]
    [file] = change_between({}, {"examples/a.py": "def shown():\n    return 1\n"}).files
    assert [one.is_public for one in given(file, "def shown():\n    return 1\n")] == [False]


def test_names_of_files() -> None:
    fresh = ChangedFile(path="src/a_b.py", status=FileStatus.ADDED)
    assert [one and one.name for one in [name_of_file(fresh)]] == ["a_b.py"]
    moved = ChangedFile(path="src/a.py", old_path="lib/a.py", status=FileStatus.RENAMED)
    assert name_of_file(moved) is None
    called = ChangedFile(path="src/b.py", old_path="src/a.py", status=FileStatus.RENAMED)
    assert [one and one.name for one in [name_of_file(called)]] == ["b.py"]
    assert name_of_file(ChangedFile(path="a", old_path="a", status=FileStatus.MODIFIED)) is None


def test_a_file_that_is_no_text_is_told_by_its_name() -> None:
    [remark], _ = review({}, {"data/recieve.bin2": "\udcff"}, knowing(**RECEIVE))
    assert remark.quotes[0].line is None
    assert remark.mitigation == (
        "Write `recieve` → `receive` in `recieve.bin2` at `data/recieve.bin2`."
    )


@pytest.mark.parametrize(
    ("path", "text", "number", "said"),
    [
        ("a.md", "    set in\n", 1, False),
        ("a.md", "- entry\n\n    goes on\n", 3, True),
        ("a.md", "    - deep entry\n", 1, True),
        ("a.md", "text\n\n    set in\n", 3, False),
        ("a.rst", ".. note::\n\n    goes on\n", 3, True),
        ("a.adoc", "words\n----\ncode\n----\nwords\n", 3, False),
        ("a.adoc", "words\n----\ncode\n----\nwords\n", 5, True),
        ("a.md", "$ command\n", 1, False),
        ("a.md", "x\n", 7, False),
        ("a.py", 'x = f(\n    """text\n    more\n    """)\n', 3, False),
        ("a.py", 'def f():\n    """Text.\n\n    More.\n    """\n', 4, True),
        ("a.py", 'def f():\n    """Text.\n\n    ```\n    more\n    ```\n    """\n', 5, False),
        ("a.py", 'x = 1\n"""What x is."""\n', 2, True),
        ("a.js", "/**\n * @example\n * more\n */\n", 3, False),
        ("a.js", "/**\n * <pre>\n * more\n * </pre>\n * again\n */\n", 5, True),
        ("a.js", "/**\n * ```\n * more\n * ```\n * again\n */\n", 5, True),
        ("a.js", "/**\n * > more\n */\n", 2, False),
        ("a.js", "// more\n", 1, True),
        ("a.js", f"// {'more ' * 500}\n", 1, False),
        ("a.js", "more\n", 1, False),
    ],
)
def test_which_lines_are_prose(path: str, text: str, number: int, said: bool) -> None:
    assert bool(Page(path, text).prose(number).strip("\0 ")) is said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('raise E("the queue is empty now")', ["the queue is empty now"]),
        ('f("one two") + g("the other queue is", x)', ["the other queue is"]),
        ('f("SELECT a, b FROM c;")', []),
        ('f("a <b>bold</b> word here")', []),
        ('f("some_key is set to 1")', []),
        ('f("if a == b then stop")', []),
        ("f()", []),
    ],
)
def test_which_texts_are_messages(line: str, said: list[str]) -> None:
    assert list(Page("a.py", f"{line}\n").messages(1)) == said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Take a a look at it.", True),
        ("Take x a a y there.", False),
        ("It can be be so.", True),
        ("What it is is plain.", False),
        ("The queue is is empty.", True),
        ("Say it it does.", False),
        ("It is and and or.", False),
        ("The the queue.", True),
        ("See the The Who.", False),
        ("Passed in in the end.", False),
        ("of of", False),
        ("a-the the-b and of, of it", False),
        ("This ends with the\nthe word.", True),
        ("This ends with the\n\nthe word.", False),
        ("This ends with the\n- the word.", False),
        ("This ends with `the`\nthe word.", False),
        ("Not | with the\nthe word.", False),
    ],
)
def test_doubled_words(text: str, told: bool) -> None:
    remarks, _ = review({}, {"a.md": text + "\n"}, knowing())
    assert bool(remarks) is told


def test_doubled_words_that_stood_before() -> None:
    before = {"a.md": "One the the queue.\n\nEnds with the\nthe word.\n\nand\nso on\n"}
    assert (
        review(before, {"a.md": "Two the the queue.\n\nEnd with the\nthe word.\n"}, knowing())[0]
        == []
    )
    after = {"a.md": "One.\n\nEnds with the\nthe word of of it.\n"}
    [remark], _ = review({"a.md": "One.\n\nEnds with the\nword.\n"}, after, knowing())
    assert [quote.line for quote in remark.quotes] == [4]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "# recieve \udcff\x00 the the\n" * 200),
        ("a.py", '"""' * 5_000 + "recieve"),
        ("a.md", "`" * 1_999 + "\n" + "recieve the the\n" * 3_000),
        ("a.js", "/*" + "*\n" * 20_000 + "recieve\n" * 2_000),
        ("a.java", "/** recieve\n" + " * recieve the the\n" * 20_000),
        ("a.rst", "the\n" * 40_000 + "recieve::\n" * 10_000),
        ("a.txt", ""),
        ("a.md", "recieve " * 100_000),
    ],
)
def test_hostile_text_is_survived_in_time(path: str, text: str) -> None:
    began = time.monotonic()
    remarks, gaps = review({}, {path: text}, knowing(**RECEIVE))
    assert time.monotonic() - began < 10
    assert gaps == []
    assert len(remarks) <= 1


def test_the_rights_in_a_new_file_are_named_in_plain_letters() -> None:
    text = "/* Copyright (C) 2004-2015 Ann H\udcefring */\n"
    [file] = change_between({}, {"a.h": text}).files
    assert older_header(file) == "Copyright (C) 2004-2015 Ann"
    [file] = change_between({}, {"a.h": "/* Copyright 2026 Ann */\n"}).files
    assert older_header(file) == ""
    [file] = change_between({"a.h": "int x;\n"}, {"a.h": text}).files
    assert older_header(file) == ""


def test_files_that_come_in_bulk_are_somebody_elses() -> None:
    text = "# We recieve it.\n" + "x = 1\n" * 250
    many = {f"src/a{number}.py": text for number in range(50)}
    assert review({}, many, knowing(**RECEIVE)) == ([], [])
    few = dict(list(many.items())[:49])
    assert len(review({}, few, knowing(**RECEIVE))[0]) == 1


def test_the_check_activates_where_people_write() -> None:
    made = {"vendor/a.py": "x\n", "yarn.lock": "x\n", "locales/fr.md": "x\n", "LICENSE": "x\n"}
    assert spelling.activates(change_between({}, made)) is None
    assert spelling.activates(change_between({}, {**made, "a.py": "x\n"})) == (
        "looked at the words of 1 file(s)"
    )
