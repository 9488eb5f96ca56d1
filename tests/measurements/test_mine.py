"""The miner finds what one commit left behind and another mended, and asks us about both."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from repositories import Repository

BENCH = Path(__file__).parents[2] / "bench"

SENDING = "def send_parcel(box):\n    weight = box.weigh()\n    return weight\n"
WORKFLOW = """\
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - run: make
  ship:
    needs: build
    runs-on: ubuntu-latest
    steps:
      - run: make ship
"""


@pytest.fixture
def history(tmp_path: Path) -> Repository:
    """A symbol, a path, a folder and a job, each left behind by one commit and mended by the next."""
    made = Repository(tmp_path)
    made.commit(
        {
            "post/sending.py": SENDING,
            "docs/guide.md": "Call `send_parcel` first.\n\nIt waits.\n",
            "post/depot.py": "from post.sending import send_parcel\n\nsend_parcel(1)\n",
            "tools/weigh-all.sh": "echo weigh\n",
            "notes.txt": "Run tools/weigh-all.sh daily.\n",
            ".github/workflows/ci.yml": WORKFLOW,
            "post/unheard.py": "x = 1\n",
        },
        message="Start",
    )
    made.commit(
        {
            "post/sending.py": SENDING.replace("send_parcel", "ship_parcel"),
            "post/depot.py": "from post.sending import ship_parcel\n\nship_parcel(1)\n",
        },
        message="Rename",
    )
    made.commit({"docs/guide.md": "Call `ship_parcel` first.\n\nIt waits.\n"}, message="Fix guide")
    made.commit({"tools/weigh-all.sh": None, "tools/scale.sh": "echo weigh\n"}, message="Move")
    made.commit({"notes.txt": "Run tools/scale.sh daily.\n"}, message="Fix path")
    made.commit(
        {".github/workflows/ci.yml": WORKFLOW.replace("  build:", "  compile:")}, message="Job"
    )
    made.commit(
        {
            ".github/workflows/ci.yml": WORKFLOW.replace("  build:", "  compile:").replace(
                "needs: build", "needs: compile"
            )
        },
        message="Add missing needs",
    )
    made.commit(
        {"post/unheard.py": "x = 1\n\n\ndef never_called(y):\n    return y\n"}, message="Add more"
    )
    made.commit({"post/unheard.py": "x = 1\n"}, message="Remove unused function")
    return made


def run(script: str, *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, str(BENCH / script), *arguments],
        capture_output=True,
        check=False,
        text=True,
    ).stdout


def test_every_kind_is_mined_named_and_quiet(history: Repository) -> None:
    shown = run("mine.py", str(history.folder), "--show").splitlines()
    marks = {tuple(line.split()[:3]) for line in shown if "`" in line}
    assert ("named", "symbol", "`send_parcel`") in marks
    assert ("named", "path", "`tools/weigh-all.sh`") in marks
    assert ("named", "workflow", "`build`") in marks
    assert any("unused export `never_called`" in line for line in shown)
    assert not any("LOUD" in line for line in shown)
    assert shown[-1].startswith("  recall 1.00")


def test_a_history_that_git_cannot_read_is_not_taken_for_one_without_defects(
    history: Repository,
) -> None:
    blob = history.oid("HEAD~5:tools/scale.sh")
    (history.folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    printed = run("mine.py", str(history.folder))
    assert "  not mined: git could not show the newest 4000 commits" in printed
    assert "all: 0 mined" in printed


def test_the_alarm_counts_findings_and_prints_the_recall_beside(
    history: Repository, tmp_path: Path
) -> None:
    out = tmp_path / "alarms.jsonl"
    shown = run("alarm.py", str(history.folder), "--sample", "2", "--out", str(out))
    assert "9 commits," in shown
    assert "stale-reference" in shown
    assert "[2] " in shown
    assert "[3] " not in shown
    assert "recall 1.00" in shown
    again = run("alarm.py", "--read", str(out), "--sample", "2")
    assert again.partition("[1]")[0] == shown.partition("[1]")[0]


def test_a_reading_says_what_became_of_each_line(tmp_path: Path) -> None:
    made = Repository(tmp_path / "ada+post")
    pages = {"docs/guide.md": "Call `send_parcel` first.\n", "docs/more.md": "Or `send_parcel`.\n"}
    made.commit({"post/sending.py": SENDING, **pages}, message="Start")
    made.commit({"post/sending.py": SENDING.replace("send_parcel", "ship_parcel")}, message="Ship")
    made.commit({"docs/guide.md": "Call `ship_parcel` first.\n"}, message="Mend the guide")
    out = str(tmp_path / "alarms.jsonl")
    shown = run(
        "alarm.py", str(made.folder), "--mined", "0", "--out", out, "--fates", str(tmp_path)
    )
    mended = made.git("rev-parse", "--short", "HEAD").decode().strip()
    fates = {line for line in shown.split("\n") if line.startswith("    = ")}
    assert fates == {
        f"    = left with {mended} (2023-11-14, 1 commits later): Mend the guide",
        "    = stands to this day",
    }


def test_a_line_is_followed_when_its_file_moves(tmp_path: Path) -> None:
    made = Repository(tmp_path / "ada+post")
    guide = "\n".join(
        ["# Parcels", *(f"Step {n}." for n in range(20)), "Call `send_parcel` first."]
    )
    made.commit({"post/sending.py": SENDING, "docs/guide.md": guide}, message="Start")
    made.commit({"post/sending.py": SENDING.replace("send_parcel", "ship_parcel")}, message="Ship")
    made.commit({"docs/guide.md": None, "manual/parcels.md": guide}, message="Move the guide")
    mended = guide.replace("send_parcel", "ship_parcel")
    made.commit({"manual/parcels.md": mended}, message="Mend the guide")
    out = str(tmp_path / "alarms.jsonl")
    shown = run(
        "alarm.py", str(made.folder), "--mined", "0", "--out", out, "--fates", str(tmp_path)
    )
    last = made.git("rev-parse", "--short", "HEAD").decode().strip()
    assert f"    = left with {last} (2023-11-14, 2 commits later): Mend the guide" in shown


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.h", "  using old_name = __int128_t;"),
        ("a.h", "  LIB_CONSTEXPR void old_name() {}"),
        ("a.h", "  int x = std::old_name<int>;"),
        ("a.h", "class LIB_DEPRECATED old_name : public basic<char> {"),
        ("A.java", "	public static <T extends @Nullable Object> List<T> old_name() {"),
        ("A.java", "	void old_name(@TempDir Path workspace)"),
        ("A.java", "	Lamp(Class<?> kind, boolean old_name,"),
        (
            "A.cs",
            "    public Func<Some<Very<Long>>, Func<Value<Outcome<Type>>>?>? old_name { get; set; }",
        ),
        ("a.ts", "  #old_name("),
        ("a.c", "old_name(void)"),
        ("a.c", "old_name(struct zone *zone, unsigned size) {"),
        ("a.rs", "define_methods!(Route: post, old_name, POST);"),
    ],
)
def test_a_name_that_a_line_still_defines_has_not_ended(
    tmp_path: Path, path: str, line: str
) -> None:
    """The edit takes away one definition and leaves another that only looks different."""
    assert mined(tmp_path, path, line) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.h", "  using other = old_name;"),
        ("a.h", "template <typename Char, class Other, old_name value>"),
        ("A.java", "	return old_name(workspace);"),
        ("A.java", "	Lamp(new old_name())"),
        ("a.rs", "assert_eq!(1, old_name(2));"),
        ("a.c", "\told_name(zone);"),
    ],
)
def test_a_name_that_a_line_only_uses_has_ended(tmp_path: Path, path: str, line: str) -> None:
    assert mined(tmp_path, path, line) == ["symbol old_name"]


def test_a_line_that_the_very_commit_writes_was_not_left_behind(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    made.commit({"a.py": "def old_name():\n    pass\n", "b.py": "# see old_name\n"})
    made.commit({"a.py": "x = 1\n", "c.py": "# was the part of old_name\n"}, message="Simplify")
    made.commit({"b.py": "# see\n", "c.py": "# was a part\n"}, message="Fix comments")
    assert truths_of(tmp_path) == ["symbol old_name"]
    made.commit({"d.py": "def other_name():\n    pass\n"}, message="Add")
    made.commit({"d.py": "x = 1\n", "e.py": "# was other_name\n"}, message="Simplify again")
    made.commit({"e.py": "# was a part\n"}, message="Fix comment")
    assert truths_of(tmp_path) == ["symbol old_name"]


def test_a_parameter_of_a_template_is_no_definition(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    use = "template <typename Char, class old_name>\nvoid print(old_name x);\n"
    made.commit({"a.h": "template <typename Char, class old_name>\nint y;\n", "b.h": use})
    made.commit({"a.h": "int y;\n"}, message="Simplify")
    made.commit({"b.h": use.replace("old_name", "New")}, message="Fix")
    assert truths_of(tmp_path) == []


def test_a_file_called_like_a_lost_class_is_not_the_class(tmp_path: Path) -> None:
    made = Repository(tmp_path)
    listed = '<Compile Include="Old_Name.cs" />\n'
    made.commit({"Old_Name.cs": "public class Old_Name { }\n", "all.projitems": listed})
    made.commit({"Old_Name.cs": "public class Other { }\n"}, message="Rename the class")
    made.commit({"Old_Name.cs": None, "Other.cs": "public class Other { }\n"}, message="Move")
    made.commit({"all.projitems": listed.replace("Old_Name", "Other")}, message="Fix list")
    assert truths_of(tmp_path) == ["path Old_Name.cs"]


def mined(folder: Path, path: str, line: str) -> list[str]:
    """What is mined when `old_name` leaves its file, and later a line that holds it is edited."""
    made = Repository(folder)
    ending = path.rpartition(".")[2]
    other = f"other.{ending}"
    made.commit({other: "struct old_name { };\nint y;\n", path: f"int x;\n{line}\n"})
    made.commit({other: "int y;\n"}, message="Simplify")
    made.commit({path: f"int x;\n{line.replace('old_name', 'new_name')}\n"}, message="Fix")
    return truths_of(folder)


def truths_of(folder: Path) -> list[str]:
    script = (
        f"import sys; sys.path.insert(0, {str(BENCH)!r})\n"
        "from pathlib import Path\nfrom truths import Miner\n"
        f"for one in Miner(Path({str(folder)!r})).mine(20): print(one.kind, one.token)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    return done.stdout.splitlines()
