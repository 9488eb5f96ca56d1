"""The listing of changed files: what git says, in pages, with what GitHub leaves out."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from postil.testing.github import FakeGitHub, Limits
from testing.github.stage import Client, Stage, stage

from repositories import Repository, symlink


def test_each_kind_of_change(here: Stage) -> None:
    files = {
        file["filename"]: file for file in here.client(here.carol).get(f"{here.at}/files").json
    }
    assert {name: file["status"] for name, file in files.items()} == {
        "app.py": "modified",
        "gone.txt": "removed",
        "moved.txt": "renamed",
        "new.py": "added",
        "picture.png": "added",
    }
    assert files["app.py"]["patch"].startswith("@@ -2,7 +2,8 @@ line 1\n line 2\n")
    assert (files["app.py"]["additions"], files["app.py"]["deletions"]) == (2, 2)
    assert files["app.py"]["changes"] == 4
    assert files["moved.txt"]["previous_filename"] == "old.txt"
    assert files["new.py"]["sha"] == here.git.git("rev-parse", "feature:new.py").decode().strip()


def test_gh09_binary_and_long_files_have_no_patch(tmp_path: Path) -> None:
    with stage(tmp_path, limits=Limits(patch_lines=4)) as here:
        listed = here.client(here.carol).get(f"{here.at}/files").json
        assert [file["filename"] for file in listed if "patch" in file] == ["gone.txt", "new.py"]


def test_gh09_no_more_files_than_the_limit(tmp_path: Path) -> None:
    with stage(tmp_path, limits=Limits(files=3)) as here:
        client = here.client(here.carol)
        assert len(client.get(f"{here.at}/files").json) == 3
        assert client.get(here.at).json["changed_files"] == 5


def test_pages_are_linked(here: Stage) -> None:
    client = here.client(here.carol)
    names = []
    path = f"{here.at}/files?per_page=2"
    links: list[set[str]] = []
    while path:
        answer = client.get(path)
        names += [file["filename"] for file in answer.json]
        found = re.findall(r'<([^>]+)>; rel="(\w+)"', answer.headers.get("link", ""))
        rels = {rel: url for url, rel in found}
        links.append(set(rels))
        path = rels.get("next", "").removeprefix(here.hub.url)
    assert names == ["app.py", "gone.txt", "moved.txt", "new.py", "picture.png"]
    assert links == [{"next", "last"}, {"prev", "next", "last", "first"}, {"prev", "first"}]


def test_pages_of_an_enterprise_server_stay_there(here: Stage) -> None:
    client = Client(f"{here.hub.url}/api/v3", here.hub.token(here.carol))
    link = client.get(f"{here.at}/files?per_page=4").headers["link"]
    assert f"<{here.hub.url}/api/v3/repos/ada/widgets/pulls/1/files?per_page=4&page=2>" in link


def test_thirty_are_the_default_and_a_hundred_the_most(here: Stage) -> None:
    here.push({f"many/{number:03}.txt": "x\n" for number in range(120)})
    client = here.client(here.carol)
    assert len(client.get(f"{here.at}/files").json) == 30
    assert len(client.get(f"{here.at}/files?per_page=100").json) == 100
    assert len(client.get(f"{here.at}/files?per_page=500").json) == 100
    assert any("500 per page" in sentence for sentence in here.hub.drift)
    here.hub.drift.clear()


def test_names_that_need_care(here: Stage) -> None:
    here.push({'a "quoted"\tname.txt': "x\n", "ünïcode.txt": "y\n", "with space.txt": "z\n"})
    listed = here.client(here.carol).get(f"{here.at}/files").json
    names = {file["filename"]: file.get("patch") for file in listed}
    assert names['a "quoted"\tname.txt'] == "@@ -0,0 +1 @@\n+x"
    assert names["ünïcode.txt"] == "@@ -0,0 +1 @@\n+y"
    assert names["with space.txt"] == "@@ -0,0 +1 @@\n+z"


def test_a_file_that_becomes_a_link_is_one_entry(here: Stage) -> None:
    here.git.commit({"app.py": symlink("new.py")}, branch="feature")
    here.hub.push(here.pull)
    listed = here.client(here.carol).get(f"{here.at}/files").json
    assert [file["filename"] for file in listed].count("app.py") == 1
    assert [file["filename"] for file in listed][-1] == "picture.png"


LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=30)


@settings(max_examples=25, deadline=None)
@given(before=LINES, after=LINES)
def test_a_patch_turns_the_old_file_into_the_new(
    tmp_path_factory: object, before: list[str], after: list[str]
) -> None:
    """Every line that a patch shows is the file's line of that number, on its side."""
    folder = tmp_path_factory.mktemp("git")  # type: ignore[attr-defined]
    git = Repository(folder)
    git.commit({"f": "".join(f"{line}\n" for line in before), "other": "1\n"})
    git.branch("feature", "main")
    git.commit({"f": "".join(f"{line}\n" for line in after), "other": "2\n"}, branch="feature")
    with FakeGitHub() as hub:
        ada = hub.user("ada")
        pull = hub.pull(hub.repository("ada", "w", folder), head="feature", author=ada)
        client = Client(hub.url, hub.token(ada))
        files = {file["filename"]: file for file in client.get("/repos/ada/w/pulls/1/files").json}
        assert pull.head_sha == git.oid("feature")
    patch = files.get("f", {}).get("patch", "")
    old = new = 0
    for line in patch.split("\n") if patch else []:
        if header := re.match(r"@@ -(\d+)\S* \+(\d+)", line):
            old, new = int(header[1]), int(header[2])
            continue
        if line[:1] in ("-", " "):
            assert before[old - 1] == line[1:]
            old += 1
        if line[:1] in ("+", " "):
            assert after[new - 1] == line[1:]
            new += 1
