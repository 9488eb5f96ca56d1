"""Whether the code that reads the options of a program or a script knows one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.inspection.checks._doc_claims.options import CitedOption
from postil.inspection.checks._doc_claims.paths import Atlas
from postil.inspection.checks._doc_claims.programs import Programs
from postil.ports import Hits

LIBRARIES = frozenset(
    {
        *("argparse", "add_argument", "optparse", "OptionParser", "click.option", "click.command"),
        *("docopt", "commander", "yargs", "parseArgs", "spf13/cobra", "spf13/pflag", "urfave/cli"),
        *("flag.Parse", "flag.Bool", "flag.String", "flag.Int", "GetoptLong", "getopt_long"),
    }
)
"""What code that spells out each option holds."""
BY_FIELD = frozenset(
    {
        *(
            "typer",
            "clap",
            "structopt",
            "fire.Fire",
            "alecthomas/kong",
            "oclif",
            "minimist",
            "meow",
        ),
        *("pydantic_settings", "simple_parsing", "tyro", "picocli", "jcommander", "argh", "citty"),
    }
)
"""What code that makes options from the names of its fields holds."""
_OPEN = re.compile(
    r"parse_known_args|REMAINDER|ignore_unknown_options|allow_extra_args|allowUnknownOption"
    r"|DisableFlagParsing|UnknownFlags|trailing_var_arg|allow_external_subcommands|passThrough"
    r"|strict:\s{0,4}false|[\"'`]--[\"'`]\s{0,4}[+.%]|[\"'`]--[{$%]|SkipFlagParsing"
)
"""Takes options that it does not know, or makes some as it runs."""
_READS = re.compile(
    r"argparse|optparse|click|typer|getopts|sys\.argv|process\.argv|parseArgs|yargs|commander|OptionParser"
)
_SHELL = frozenset({"shell", "bash"})
_BY_CASE = re.compile(
    r"\bcase\s{1,4}[\"']?\$\{?(?:1|[a-z_]{1,30})\b|\bgetopts?\s|==?\s{0,4}[\"']?--[a-z]"
)
_FORWARDS = re.compile(
    r"^(?!\s{0,80}(?:for|main|set|while|eval set|parse\w{0,30}|usage|die|shift)\b)[^#\n]{0,300}[\"']?\$\{?[@*]",
    re.MULTILINE,
)
_REFUSES = re.compile(r"^\s{0,40}(?:-{0,2}\*|\?)\)", re.MULTILINE)
_NO_PROGRAM = frozenset({"shell", "bash", "make", "dockerfile", "yaml"})
_TOO_LARGE = 200_000
_MOST_FILES = 60
_COMPARES = re.compile(
    r"(?:==|\||\b(?:case|when)\s|\bin\s?[(\[{]|\b(?:equals|starts_?with|hasprefix)\()\s{0,4}[\"']--[a-z][\w-]{0,60}=?[\"']"
    r"|[\"']--[a-z][\w-]{0,60}=?[\"']\s{0,4}(?:=>|==|->|\|\s)",
    re.IGNORECASE,
)
"""An option as code reads it that has no library for that: `"--all" => …`, `case "--all":`."""
_LONGEST = 2_000
_TICKS = "[\"'`]"


@dataclass(frozen=True)
class Parsers:
    """The code of a tree that reads options, as the search found it."""

    atlas: Atlas
    programs: Programs
    found: Mapping[str, Hits]
    cited: tuple[CitedOption, ...]

    @cached_property
    def _places(self) -> frozenset[tuple[str, int]]:
        """The added lines that cite options, which do not bear each other out."""
        return frozenset(one.statement.place for one in self.cited)

    def lack(self, cited: CitedOption) -> bool:
        """Whether the program or script is ours and certainly has no such option."""
        if cited.script is not None:
            return self._script_lacks(cited)
        if not self.programs.are_ours(cited.program, self.found):
            return False
        if self._texts:
            if any(_OPEN.search(text) for text in self._texts) or self._is_spelled(cited):
                return False
            if not self._by_field:
                known = any(_declares(text, cited) for text in self._texts)
                return not known and not self._is_documented(cited)
        is_told = not cited.is_alone or self._reads_by_hand(cited)
        return is_told and self._is_nowhere(cited)

    def _reads_by_hand(self, cited: CitedOption) -> bool:
        """Whether code compares what it is given with another option of the same page."""
        return any(
            _COMPARES.search(hit.text[:_LONGEST]) is not None
            for other in cited.beside
            for hit in self.found[other].hits
            if paths.language_of(hit.path) not in _NO_PROGRAM
            and not (
                paths.is_doc(hit.path) or paths.is_test(hit.path) or paths.is_vendored(hit.path)
            )
        )

    def _script_lacks(self, cited: CitedOption) -> bool:
        path = (self.atlas.resolved(cited.script) if cited.script else None) or ""
        text = (self.atlas.head.read(path) or "")[:_TOO_LARGE]
        if paths.language_of(path) in _SHELL or text.startswith(
            ("#!/bin/sh", "#!/usr/bin/env bash")
        ):
            return _is_closed(text) and not any(shape in text for shape in cited.shapes)
        if _READS.search(text) is None:
            return False
        declared = any(library in text for library in LIBRARIES) and not any(
            library in text for library in BY_FIELD
        )
        if declared and not _OPEN.search(text) and not self._is_spelled(cited):
            return not _declares(text, cited)
        return self._is_nowhere(cited)

    def _is_spelled(self, cited: CitedOption) -> bool:
        """Whether any code spells the option out, apart from what only calls programs."""
        return any(
            not paths.is_doc(hit.path) and paths.language_of(hit.path) not in _NO_PROGRAM
            for hit in self.found[cited.spelled].hits
        )

    def _is_documented(self, cited: CitedOption) -> bool:
        """Whether another line of a document shows it behind the same program: it stood before."""
        return any(
            paths.is_doc(hit.path)
            and not paths.is_changelog(hit.path)
            and (hit.path, hit.line) not in self._places
            and cited.program in hit.text
            for hit in self.found[cited.spelled].hits
        )

    def _is_nowhere(self, cited: CitedOption) -> bool:
        """Whether no code and no older document knows the option in any shape."""
        for needle in cited.shapes:
            for hit in self.found[needle].hits:
                if not paths.is_doc(hit.path):
                    return False
                if needle == cited.spelled and (hit.path, hit.line) not in self._places:
                    return False
        return True

    @property
    def _by_field(self) -> bool:
        return any(any(self._files(library)) for library in BY_FIELD)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """The files that read options; none where there are more than can be read."""
        cut = any(self.found[one].total > len(self.found[one].hits) for one in LIBRARIES)
        files = {path for library in LIBRARIES for path in self._files(library)}
        if cut or len(files) > _MOST_FILES:
            return ()
        return tuple((self.atlas.head.read(path) or "")[:_TOO_LARGE] for path in sorted(files))

    def _files(self, library: str) -> Iterator[str]:
        return sources(self.found[library])


def needles(cited: tuple[CitedOption, ...]) -> frozenset[str]:
    """What must be searched to judge some options."""
    if not cited:
        return frozenset()
    own = {one.program for one in cited if one.script is None}
    beside = {other for one in cited for other in one.beside}
    return frozenset(LIBRARIES | BY_FIELD | own | beside).union(*(one.shapes for one in cited))


def _is_closed(text: str) -> bool:
    """Whether a shell script reads options and hands none on to another program."""
    if _BY_CASE.search(text) is None:
        return False
    return _REFUSES.search(text) is not None or _FORWARDS.search(text) is None


def _declares(text: str, cited: CitedOption) -> bool:
    """Whether a parser names the option, as a string, as a field or as what it reads."""
    if any(shape in text for shape in cited.shapes if shape.startswith("--")):
        return True
    for shape in cited.shapes:
        word = re.escape(shape)
        if not shape.startswith("--") and re.search(
            rf"{_TICKS}{word}{_TICKS}|\.{word}\b|\b{word}\s{{0,4}}[:=]", text
        ):
            return True
    return False


def sources(hits: Hits) -> Iterator[str]:
    """The files of code among those that hold something, without tests and what others wrote."""
    return (
        hit.path
        for hit in hits.hits
        if paths.language_of(hit.path)
        and not paths.is_doc(hit.path)
        and not paths.is_test(hit.path)
        and not paths.is_vendored(hit.path)
    )
