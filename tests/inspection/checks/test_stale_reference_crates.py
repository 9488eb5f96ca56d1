"""Which paths of Rust lead through a module that went, and which methods override one that did."""

from __future__ import annotations

import pytest

from postil.domain.finding import Quote
from postil.inspection.checks._stale_reference.crates import declares, leads_through
from postil.inspection.checks._stale_reference.gone import Gone
from postil.inspection.checks._stale_reference.subjects import Subject
from postil.ports import Hit

from fakes.stale import review
from fakes.trees import MemoryTree

MANIFEST = '[package]\nname = "lamp-shop"\n'


def leads(path: str, place: str, text: str, **files: str) -> bool:
    head = {"Cargo.toml": MANIFEST, "src/lib.rs": "pub mod oil;\n", "src/oil.rs": "mod jug;\n"}
    head.update(
        {name.replace("__", "/").replace("_rs", ".rs"): text for name, text in files.items()}
    )
    gone = Gone(path, Subject(name=path, noun="file", cause=Quote(path=path, text="")))
    return leads_through(gone, Hit(path=place, line=1, text=text), MemoryTree(head))


@pytest.mark.parametrize(
    ("path", "place", "text", "expected"),
    [
        ("src/wick.rs", "src/lamp.rs", "use crate::wick::Wick;", True),
        ("src/wick.rs", "src/lamp.rs", "use crate::wicks::Wick;", False),
        ("src/wick.rs", "src/lamp.rs", "use lamp_shop::wick::Wick;", False),
        ("src/wick.rs", "tests/lamp.rs", "use lamp_shop::wick::Wick;", True),
        ("src/wick.rs", "src/bin/lamp.rs", "lamp_shop::wick::trim();", True),
        ("src/wick.rs", "tools/lamp.rs", "use lamp_shop::wick::Wick;", False),
        ("src/oil/can.rs", "src/lamp.rs", "use crate::oil::can::Can;", True),
        ("src/oil/can.rs", "src/lamp.rs", "use crate::can::Can;", False),
        ("src/wick/mod.rs", "src/lamp.rs", "use crate::wick::mod;", False),
        ("src/bin/wick.rs", "src/lamp.rs", "use crate::wick::Wick;", False),
        ("other/src/wick.rs", "src/lamp.rs", "use crate::wick::Wick;", False),
        ("other/src/wick.rs", "other/src/lamp.rs", "use crate::wick::Wick;", False),
    ],
)
def test_a_path_leads_through_a_module(path: str, place: str, text: str, *, expected: bool) -> None:
    assert leads(path, place, text) is expected


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("src/lib.rs", "mod wick;", True),
        ("src/lib.rs", "    pub(in crate::lamp) mod wick;", True),
        ("src/lib.rs", "mod wicks;", False),
        ("src/oil/mod.rs", "mod wick;", False),
        ("src/lib.rs", "use wick;", False),
        ("src/lib.rs", '#[path = "oil.rs"] mod wick;', False),
        ("src/lib.rs", "#[cfg(unix)] mod wick;", True),
        ("src/lib.rs", '#[path = "oil.rs"]\n#[cfg(unix)]\nmod wick;', False),
        ("src/lib.rs", '#[cfg_attr(a, path = "a.rs")]\nmod wick;', True),
        (
            "src/lib.rs",
            '#[cfg_attr(a, path = "a.rs")]\n#[cfg_attr(b, path = "b.rs")]\nmod wick;',
            False,
        ),
        ("src/lib.rs", '#[path = "oil.rs"]\nmod oil;\nmod wick;', True),
        ("src/lib.rs", 'lit![path = "oil.rs"];\n#[cfg(unix)]\nmod wick;', True),
        ("src/lib.rs", "]\nmod wick;", True),
    ],
)
def test_a_module_is_declared(place: str, text: str, *, expected: bool) -> None:
    path = "src/wick.rs"
    gone = Gone(path, Subject(name=path, noun="file", cause=Quote(path=path, text="")))
    *_, last = lines = text.split("\n")
    hit = Hit(path=place, line=len(lines), text=last)
    assert declares(gone, hit, MemoryTree({place: text})) is expected


def test_a_module_that_is_a_folder_since_is_there() -> None:
    path = "wick.rs"
    gone = Gone(path, Subject(name=path, noun="file", cause=Quote(path=path, text="")))
    hit = Hit(path="main.rs", line=1, text="mod wick;")
    assert declares(gone, hit, MemoryTree({"main.rs": "mod wick;"}))
    assert not declares(gone, hit, MemoryTree({"main.rs": "mod wick;", "wick/mod.rs": ""}))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("src__lib_rs", "pub use brass as wick;\n"),
        ("src__lib_rs", "pub use brass::*;\n"),
        ("src__wick__mod_rs", "pub struct Wick;\n"),
    ],
)
def test_a_module_may_be_there_still(name: str, text: str) -> None:
    assert not leads("src/wick.rs", "src/lamp.rs", "use crate::wick::Wick;", **{name: text})


def test_a_broken_manifest_names_no_package() -> None:
    hit = Hit(path="tests/lamp.rs", line=1, text="use lamp_shop::wick::Wick;")
    gone = Gone(
        "src/wick.rs", Subject(name="src/wick.rs", noun="file", cause=Quote(path="", text=""))
    )
    assert not leads_through(gone, hit, MemoryTree({"Cargo.toml": "[package", "src/lib.rs": "\n"}))


@pytest.mark.parametrize(
    ("child", "told"),
    [
        ("class Brass : Lamp { public override void TrimWick() { } }", True),
        ("class Brass : Lamp { public new void TrimWick() { } }", False),
        ("class Brass : Lamp, IOil { public override void TrimWick() { } }", False),
    ],
)
def test_an_override_of_csharp_needs_its_parent(child: str, *, told: bool) -> None:
    kept = {"Brass.cs": f"{child}\n"}
    lamp = "abstract class Lamp { %s }\n"
    call = "class Shop { void Run(Lamp lamp) { lamp.%s(); } }\n"
    base = {
        "Lamp.cs": lamp % "\n    public abstract void TrimWick();\n",
        "Shop.cs": call % "TrimWick",
        **kept,
    }
    head = {
        "Lamp.cs": lamp % "\n    public abstract void CutWick();\n",
        "Shop.cs": call % "CutWick",
        **kept,
    }
    remarks, _ = review(base, head)
    assert [remark.quotes[0].path for remark in remarks] == (["Brass.cs"] if told else [])
