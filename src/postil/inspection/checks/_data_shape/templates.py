"""Sections that a template has and that the function which renders it writes as well."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.checks._data_shape.modules import Module
from postil.inspection.checks._data_shape.rendering import Spot, Twice, resolved
from postil.ports import Tree
from postil.syntax import Definition

_ENDS = (
    ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".gotmpl", ".erb", ".hbs", ".handlebars", ".ejs", ".mustache", ".njk",
    ".liquid", ".twig", ".mako", ".haml", ".pug", ".ftl", ".vm", ".scriban", ".cshtml", ".tera", ".eta", ".html",
)  # fmt: skip
_RENDERS = re.compile(
    r"\brender\w{0,20}\(|\.render\b|\.Execute\w{0,20}\(|\.result\w{0,20}\b|\.evaluate\(|[Tt]emplate|[Hh]andlebars|\bejs\b|[Mm]ustache"
    r"|nunjucks|[Tt]wig|[Ll]iquid|\bview\(|\btmpl\b|\bhbs\b"
)
_HEADING = re.compile(
    r"\A\s{0,12}(#{1,6}\s[^{}<%\n]{2,60}?)\s{0,8}\Z|<h([1-6])\b[^>\n]{0,80}>([^<{\n]{2,60})</h"
)
_OPENED = re.compile(
    r"\{%-?\s{0,4}(?:if|unless)\b|\{\{[-~]?\s{0,4}(?:#if|#unless|if)\b|<%-?\s{0,4}(?:if|unless)\b"
)
_CLOSED = re.compile(
    r"\{%-?\s{0,4}(?:endif|endunless)\b|\{\{[-~]?\s{0,4}(?:/if|/unless)\b|<%-?\s{0,4}(?:end\b|\})"
)
_MOST_TEMPLATES = 400
_MOST_READ = 20


@dataclass(frozen=True)
class Templates:
    """The templates of a tree, and the headings of those a file names."""

    tree: Tree
    paths: Collection[str]

    @staticmethod
    def of(tree: Tree) -> Templates:
        found = [path for path in tree.paths() if is_template(path)]
        return Templates(tree, found[:_MOST_TEMPLATES])

    def named_in(self, text: str) -> Iterator[tuple[str, dict[str, int]]]:
        """The templates that a file names, each with the headings it always renders."""
        named = [path for path in self.paths if any(name in text for name in _names(path))]
        for path in named[:_MOST_READ]:
            yield path, dict(headings_of(self.tree.read(path) or ""))


def _names(path: str) -> tuple[str, ...]:
    name = path.rpartition("/")[2]
    stem = name.partition(".")[0]
    return (
        name,
        name.rpartition(".")[0] + '"',
        name.rpartition(".")[0] + "'",
        f'"{stem}"',
        f"'{stem}'",
        f":{stem}\n",
    )


def is_template(path: str) -> bool:
    return path.lower().endswith(_ENDS)


def headings_of(text: str) -> Iterator[tuple[str, int]]:
    """The headings that a template always renders, each with its line."""
    depth = 0
    for number, line in enumerate(text.split("\n")[:5_000], start=1):
        short = line[:500]
        match = _HEADING.search(short)
        if match and depth <= 0:
            yield " ".join((match[1] or match[3]).split()), number
        depth += len(_OPENED.findall(short)) - len(_CLOSED.findall(short))


def twice_with_templates(modules: Mapping[str, Module], templates: Templates) -> Iterator[Twice]:
    """Every heading that a template has and that is written by what renders it, or by its callee."""
    for module in modules.values():
        if not _RENDERS.search(module.text):
            continue
        for path, headings in templates.named_in(module.text):
            for function in module.functions if headings else ():
                if _renders(module, function):
                    yield from _written_again(module, function, modules, path, headings)


def _renders(module: Module, function: Definition) -> bool:
    body = module.lines[function.line : function.end_line]
    return any(_RENDERS.search(line) for line in body)


def _written_again(
    module: Module,
    function: Definition,
    modules: Mapping[str, Module],
    path: str,
    headings: Mapping[str, int],
) -> Iterator[Twice]:
    for number, text in module.headings(function):
        if text in headings:
            here = Spot(module.path, number)
            yield _twice(text, here, here, Spot(path, headings[text]))
    for called in module.calls(function):
        is_itself = called.name == function.name and not called.receiver
        found = None if is_itself else resolved(called, module, modules)
        for text, line in found[0].written(found[1]).items() if found else ():
            if text in headings:
                call, builder = (
                    Spot(module.path, called.line),
                    Spot(found[0].path, line) if found else Spot("", 0),
                )
                yield _twice(text, call, builder, Spot(path, headings[text]))


def _twice(text: str, call: Spot, builder: Spot, template: Spot) -> Twice:
    return Twice(
        subject=text, first=call, second=builder, call=template, is_heading=True, is_template=True
    )
