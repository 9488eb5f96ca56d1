"""What is read of the build files of Maven, Gradle and NuGet, broken and hostile ones included."""

from __future__ import annotations

import pytest

from postil.inspection.checks._supply_chain.entries import Source
from postil.inspection.checks._supply_chain.gradle import read_catalog, read_gradle
from postil.inspection.checks._supply_chain.markup import read_markup
from postil.inspection.checks._supply_chain.maven import read_pom
from postil.inspection.checks._supply_chain.nuget import read_nuget
from postil.inspection.checks._supply_chain.versions import is_branch, is_floating
from postil.inspection.outlines import Unreadable


@pytest.mark.parametrize(
    "text", ["", "no element", "<a>" * 80, "x" * 2_000_001], ids=["empty", "text", "deep", "long"]
)
def test_what_is_no_markup(text: str) -> None:
    with pytest.raises(Unreadable):
        read_markup(text)


def test_elements_keep_their_lines_and_words() -> None:
    root = read_markup(
        "<a>\n<!-- <b>no</b> --><b x='1' y=\"2 &amp; 3\"\n/>\n<c>d<![CDATA[<e>]]></c>\n</a>"
    )
    (b, c) = root.children
    assert (b.attributes, b.line, b.last) == ({"x": "1", "y": "2 & 3"}, 2, 3)
    assert (c.text, root.last, root.said("b"), root.said("z")) == ("d", 5, "", "")


def test_broken_markup_is_read_as_far_as_it_goes() -> None:
    root = read_markup("<a></z><b><c></b><d/></a><!-- open")
    assert [one.name for one in root.walk()] == ["a", "b", "c", "d"]


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY x "yyyyyyyyyy">]><a><b>&x;&x;</b></a>'
    assert read_markup(bomb).said("b") == "&x;&x;"


def test_a_pom_takes_its_group_from_its_parent() -> None:
    pom = read_pom(
        "<project><parent><groupId>net.ferry</groupId><artifactId>all</artifactId>"
        "<version>1</version></parent><artifactId>x</artifactId><dependencies><dependency>"
        "<groupId>net.ferry.tides</groupId><artifactId>y</artifactId></dependency></dependencies>"
        "<repositories><repository><id>z</id></repository></repositories></project>"
    )
    assert pom.name == "net.ferry:x"
    assert {item.source for item in pom.requirements} == {Source.OWN}
    assert pom.registries == ()


def test_a_pom_of_nobody() -> None:
    assert read_pom("<project><artifactId>x</artifactId></project>").name == ":x"


def test_projects_of_nuget() -> None:
    found = read_nuget(
        "<Project><PropertyGroup><RestoreSources>https://a.example/v3; ./here</RestoreSources>"
        '</PropertyGroup><ItemGroup><PackageReference Remove="x" /><PackageReference Include="@(y)" />'
        "</ItemGroup></Project>"
    )
    assert found.requirements == ()
    assert [one.url for one in found.registries] == ["https://a.example/v3", "./here"]


def test_a_gradle_file_with_a_brace_too_many() -> None:
    found = read_gradle("}\nrepositories {\n  maven { url = uri('https://a.example/m') }\n}\n")
    assert [(one.url, one.line) for one in found.registries] == [("https://a.example/m", 3)]


def test_an_entry_of_a_catalogue_that_names_nothing() -> None:
    text = '[libraries]\na = { version = "1" }\nb = { module = "c:d", version.ref = "none" }\n'
    assert [(one.name, one.version) for one in read_catalog(text).requirements] == [("c:d", "?")]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("*", True),
        ("1.*", True),
        ("1.0.0-*", True),
        ("1.+", True),
        ("+", True),
        ("LATEST", True),
        ("latest.release", True),
        ("2.1-SNAPSHOT", True),
        ("1.0.0", False),
        ("[1.0,2.0)", False),
        ("", False),
        ("?", False),
    ],
)
def test_versions_that_float(text: str, *, answer: bool) -> None:
    assert is_floating(text) is answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("dev-main", True),
        ("2.x-dev", True),
        ("dev-main#0a1b2c3", False),
        ("dev-main as 2.0", False),
        ("^2.0", False),
    ],
)
def test_branches_of_composer(text: str, *, answer: bool) -> None:
    assert is_branch(text) is answer
