"""Fifty small changes with nothing wrong in them: ten trades in five languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

TRADES = (
    ("invoice", "amount"),
    ("parcel", "weight"),
    ("booking", "nights"),
    ("meter", "reading"),
    ("basket", "price"),
    ("ticket", "fare"),
    ("loan", "rate"),
    ("recipe", "portion"),
    ("route", "distance"),
    ("sample", "dose"),
)


@dataclass(frozen=True, slots=True)
class CleanChange:
    """A file before and after; `added` is a whole line that is new, `kept` one that is not."""

    name: str
    path: str
    before: str
    after: str
    added: str
    kept: str
    function: str


@dataclass(frozen=True, slots=True)
class _Language:
    """How a sum over a list is written; a guard for an empty list is what the change adds."""

    name: str
    path: str
    text: str
    guard: str
    kept: str


_LANGUAGES = (
    _Language(
        "python",
        "src/{noun}s.py",
        "def total_{field}({noun}s):\n{guard}    return sum(each.{field} for each in {noun}s)\n\n\n"
        'print(total_{field}([]), "{noun}s")\n',
        "    if not {noun}s:\n        return 0\n",
        "    return sum(each.{field} for each in {noun}s)",
    ),
    _Language(
        "javascript",
        "src/{noun}s.js",
        "function total_{field}({noun}s) {{\n{guard}"
        "  return {noun}s.reduce((sum, each) => sum + each.{field}, 0);\n}}\n\n"
        'console.log(total_{field}([]), "{noun}s");\n',
        "  if ({noun}s.length === 0) {{\n    return 0;\n  }}\n",
        "  return {noun}s.reduce((sum, each) => sum + each.{field}, 0);",
    ),
    _Language(
        "go",
        "{noun}s/main.go",
        'package main\n\nimport "fmt"\n\nfunc total_{field}({noun}s []int) int {{\n{guard}'
        "\tsum := 0\n\tfor _, each := range {noun}s {{\n\t\tsum += each\n\t}}\n\treturn sum\n}}\n\n"
        "func main() {{\n\tfmt.Println(total_{field}(nil))\n}}\n",
        "\tif len({noun}s) == 0 {{\n\t\treturn 0\n\t}}\n",
        "\tsum := 0",
    ),
    _Language(
        "java",
        "src/Main{noun}.java",
        "class Main{noun} {{\n    static int total_{field}(int[] {noun}s) {{\n{guard}"
        "        int sum = 0;\n        for (int each : {noun}s) sum += each;\n        return sum;\n"
        "    }}\n\n    public static void main(String[] args) {{\n"
        "        System.out.println(total_{field}(new int[0]));\n    }}\n}}\n",
        "        if ({noun}s.length == 0) {{\n            return 0;\n        }}\n",
        "        int sum = 0;",
    ),
    _Language(
        "ruby",
        "lib/{noun}s.rb",
        "def total_{field}({noun}s)\n{guard}  {noun}s.sum(&:{field})\nend\n\nputs total_{field}([])\n",
        "  return 0 if {noun}s.empty?\n",
        "  {noun}s.sum(&:{field})",
    ),
)


def clean_changes() -> Iterator[CleanChange]:
    for language in _LANGUAGES:
        for noun, field in TRADES:

            def written(text: str, *, guard: str = "", noun: str = noun, field: str = field) -> str:
                return text.format(noun=noun, field=field, guard=guard)

            guard = written(language.guard)
            yield CleanChange(
                name=f"{language.name} {noun}",
                path=written(language.path),
                before=written(language.text),
                after=written(language.text, guard=guard),
                added=guard.split("\n")[0],
                kept=written(language.kept),
                function=f"total_{field}",
            )
