"""A member that no parent can provide any more, and classes told by those they descend from."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.ancestry import parents
from postil.syntax import definitions

from fakes.stale import told

MEMBERS = {
    "java": "    public void trimWicks() {\n    }\n",
    "cs": "    public void trimWicks() {\n    }\n",
    "php": "    public function trimWicks() {\n    }\n",
    "ts": "    trimWicks() {\n    }\n",
    "py": "    def trimWicks(self):\n        return 1\n",
}
USES = {
    "java": "class Use {\n    void go(Lamp lamp) { lamp.trimWicks(); }\n}\n",
    "cs": "class Use {\n    void Go(Lamp lamp) { lamp.trimWicks(); }\n}\n",
    "php": "<?php\nclass Use_ { function go(Lamp $lamp) { $lamp->trimWicks(); } }\n",
    "ts": 'import { Lamp } from "./Lamp";\nexport function go(lamp: Lamp) { lamp.trimWicks(); }\n',
    "py": "from Lamp import Lamp\n\n\ndef go(lamp: Lamp):\n    return lamp.trimWicks()\n",
}
LINES = {"java": 2, "cs": 2, "php": 2, "ts": 2, "py": 5}


def places(ending: str, header: str, others: dict[str, str]) -> list[str]:
    """What is told when `Lamp` of that header loses a method that `use.*` calls."""
    opened, closed = (f"{header}\n", "") if ending == "py" else (f"{header} {{\n", "}\n")
    kept = "    x = 1\n" if ending == "py" else ""
    before = f"{opened}{kept}{MEMBERS[ending]}{closed}"
    after = f"{opened}{kept}{closed}"
    path = f"Lamp.{ending}"
    return told({path: (before, after)}, {f"use.{ending}": USES[ending], **others})


OWN = {
    "java": ("class Lamp extends Light implements HasWicks<String>", "class Light {\n}\n"),
    "cs": ("class Lamp<T> : Light, HasWicks where T : Other", "class Light\n{\n}\n"),
    "php": ("<?php\nclass Lamp extends Light implements HasWicks", "<?php\nclass Light {\n}\n"),
    "ts": (
        (
            'import { Light } from "./Light";\nimport { HasWicks } from "./HasWicks";\n'
            "export class Lamp extends Light implements HasWicks"
        ),
        "export class Light {\n}\n",
    ),
    "py": (
        "from Light import Light\nfrom HasWicks import HasWicks\n\n\nclass Lamp(Light, HasWicks):",
        "class Light:\n    y = 1\n",
    ),
}
INTERFACE = {
    "java": "interface HasWicks<T> {\n}\n",
    "cs": "interface HasWicks\n{\n}\n",
    "php": "<?php\ninterface HasWicks {\n}\n",
    "ts": "export interface HasWicks {\n}\n",
    "py": "class HasWicks:\n    z = 1\n",
}


@pytest.mark.parametrize("ending", sorted(OWN))
def test_parents_of_the_tree_cannot_hide_a_lost_method(ending: str) -> None:
    header, parent = OWN[ending]
    others = {f"Light.{ending}": parent, f"HasWicks.{ending}": INTERFACE[ending]}
    assert places(ending, header, others) == [f"use.{ending}:{LINES[ending]} high"]


@pytest.mark.parametrize("ending", sorted(OWN))
def test_a_parent_that_is_not_in_the_tree_may_have_the_method(ending: str) -> None:
    header, _ = OWN[ending]
    assert places(ending, header, {f"HasWicks.{ending}": INTERFACE[ending]}) == []


@pytest.mark.parametrize(
    ("ending", "parent"),
    [
        ("java", "class Light extends Foreign {\n}\n"),
        ("cs", "class Light : DynamicObject\n{\n}\n"),
        ("php", "<?php\nclass Light {\n    function __call($name, $all) {}\n}\n"),
        ("php", "<?php\nclass Light {\n    use \\Vendor\\TrimsWicks;\n}\n"),
        ("py", "class Light:\n    def __getattr__(self, name):\n        return name\n"),
        ("py", "class Light(metaclass=Made):\n    y = 1\n"),
        ("java", "class Heavy {\n}\n"),
    ],
)
def test_a_parent_with_a_foreign_parent_or_names_of_its_own_making(
    ending: str, parent: str
) -> None:
    header, _ = OWN[ending]
    others = {f"Light.{ending}": parent, f"HasWicks.{ending}": INTERFACE[ending]}
    assert places(ending, header, others) == []


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("class Lamp extends RuntimeException", ["use.java:2 high"]),
        ("class Lamp extends Lamp", []),
        ("class Lamp extends Circle", []),
        ("import far.Light;\nclass Lamp extends Light", []),
        ("import near.Light;\nclass Lamp extends Light", ["use.java:2 high"]),
    ],
)
def test_which_parents_are_known(header: str, expected: list[str]) -> None:
    others = {
        "near/Light.java": "package near;\nclass Light {\n}\n",
        "Circle.java": "class Circle extends Ring {\n}\n",
        "Ring.java": "class Ring extends Circle {\n}\n",
    }
    assert places("java", header, others) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("class Lamp extends \\Near\\Light", ["use.php:2 high"]),
        ("class Lamp extends \\Vendor\\Light", []),
        ("class Lamp extends \\Vendor\\Lamp", []),
        ("use Near\\Light;\nclass Lamp extends Light", ["use.php:2 high"]),
        ("use Vendor\\Light;\nclass Lamp extends Light", []),
    ],
)
def test_namespaces_tell_parents_apart(header: str, expected: list[str]) -> None:
    near = {"Near/Light.php": "<?php\nclass Light {\n}\n"}
    assert places("php", f"<?php\n{header}", near) == expected


def test_a_name_with_too_many_homes_means_nothing() -> None:
    light = "class Light\n{\n}\n"
    others = {f"{folder}/Light.cs": light for folder in "abcd"}
    assert places("cs", "class Lamp : Light", others) == []
    fewer = {f"{folder}/Light.cs": light for folder in "abc"}
    assert places("cs", "class Lamp : Light", fewer) == ["use.cs:2 high"]


def test_what_exceptions_bring_along_is_not_lost() -> None:
    old = "class Lamp extends Exception {\n    public Throwable getCause() {\n    }\n}\n"
    use = {"Use.java": "class Use {\n    void go(Lamp lamp) { lamp.getCause(); }\n}\n"}
    assert told({"Lamp.java": (old, "class Lamp extends Exception {\n}\n")}, use) == []


LOST = "interface HasWicks {\n    void addWicks(int count);\n    int length();\n}\n"
LEFT = "interface HasWicks {\n    int length();\n}\n"


@pytest.mark.parametrize(
    ("classes", "named", "expected"),
    [
        ({"Lantern": "class Lantern implements HasWicks {\n}\n"}, "Lantern", True),
        (
            {
                "Lantern": "class Lantern extends Light {\n}\n",
                "Light": "class Light implements HasWicks {\n}\n",
            },
            "Lantern",
            True,
        ),
        ({"Lantern": "class Lantern {\n}\n"}, "Lantern", False),
        ({"Lantern": "class Candle implements HasWicks {\n}\n"}, "Lantern", False),
        ({}, "Lantern", False),
        ({}, "HasWicks", True),
        (
            {
                "Lantern": "class Lantern extends Light {\n}\n",
                "Light": "class Light extends Lantern {\n}\n",
            },
            "Lantern",
            False,
        ),
    ],
)
def test_a_file_that_names_a_class_below_the_owner(
    classes: dict[str, str], named: str, *, expected: bool
) -> None:
    use = f"class Use {{\n    void go({named} lit) {{ lit.addWicks(2); }}\n}}\n"
    files = {"Use.java": use, **{f"{name}.java": text for name, text in classes.items()}}
    found = told({"HasWicks.java": (LOST, LEFT)}, files)
    assert found == (["Use.java:2 high"] if expected else [])


def test_two_classes_that_lose_a_method_answer_for_each_other() -> None:
    lamp = "class Lamp {\n    public void trimWicks() {\n    }\n}\n"
    torch = lamp.replace("Lamp", "Torch")
    changed = {
        "Lamp.java": (lamp, "class Lamp {\n}\n"),
        "Torch.java": (torch, "class Torch {\n}\n"),
    }
    uses = {
        "A.java": "class A {\n    void go(Lamp one) { one.trimWicks(); }\n}\n",
        "B.java": "class B {\n    void go(Torch one) { one.trimWicks(); }\n}\n",
    }
    assert told(changed, {"A.java": uses["A.java"]}) == ["A.java:2 high"]
    assert told(changed, {"B.java": uses["B.java"]}) == ["B.java:2 high"]
    only = {"Lamp.java": changed["Lamp.java"]}
    assert told(only, {**uses, "Torch.java": "class Torch {\n}\n"}) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.java",
            "class Lamp<T extends Wick> extends Light<A<B>> implements C, D {}",
            "Light C D",
        ),
        (
            "a.cs",
            "class Lamp(int a, string b) : Light(a), IOne<int> where T : new() {}",
            "Light IOne",
        ),
        ("a.py", "class Lamp(one.Light, Generic[T]):\n    pass", "one.Light Generic"),
        (
            "a.php",
            "<?php\nclass Lamp extends \\A\\Light {\n    use One, \\B\\Two;\n}",
            "\\A\\Light One \\B\\Two",
        ),
        ("a.ts", "interface Lamp extends Light, Other<A> {}", "Light Other"),
        ("a.ts", "class Lamp {\n  wick: Wick;\n}", ""),
        ("a.py", "class Lamp:\n    pass", ""),
    ],
)
def test_parents_of_a_header(path: str, text: str, expected: str) -> None:
    found = next(one for one in definitions(path, text) if one.name == "Lamp")
    family = {"cs": "csharp", "py": "python", "ts": "javascript"}
    ending = path.partition(".")[2]
    assert parents(family.get(ending, ending), text.split("\n"), found) == expected.split()
