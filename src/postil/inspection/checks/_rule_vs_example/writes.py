"""Which files a command, or a line of a program, writes."""

from __future__ import annotations

import re
from collections.abc import Iterator

_EDITORS = re.compile(
    r"\A(?:vim?|nvim|nano|emacs|code|\$EDITOR|\$\{EDITOR\}|sed\s-i\S*|perl\s-p?i\S*|touch|(?:git\s)?mv|tee|mkdir|patch|truncate|echo\s.{0,200}>{1,2})\s"
)
_SURE_EDITORS = re.compile(
    r"\A(?:vim?|nvim|nano|sed\s-i\S*|tee(?:\s-a)?|cat\s>{1,2}|echo\s.{0,200}>{1,2})\s"
)
"""What edits a file even in code of which nobody says that it is for a shell."""
_COPIES = re.compile(r"\A(?:cp|install|rsync|ln|scp)\s")
_SENDS = re.compile(
    r"\A(?:curl|wget|cat|echo|printf|jq|yq|tar|unzip|pg_dump|openssl|gzip|zcat|sort|head|tail|python3?|node)\s"
)
"""What writes to where it is sent, in code of any kind."""
_REDIRECT = re.compile(r"(?<![\d&<>=-])>{1,2}\s{0,2}(?![&>(])(\S{1,200})")
_OUTPUT = re.compile(
    r"(?<!\S)(?:-o|-O|--output|--output-document|--outfile|--out|-P|--directory-prefix|--output-dir|--dest|--target-directory)(?:\s{1,2}|=)(\S{1,200})"
)
_UNPACKS = re.compile(r"\A(?:tar\s.{0,200}\s-C|unzip\s.{0,200}\s-d)\s{1,2}(\S{1,200})")
_GOES_ON = re.compile(r"\A(?:-o|--output|>{1,2})\s")
_PROGRAM = re.compile(
    r"\bopen\(\s?[\"']([^\"'\n]{1,200})[\"'],\s?(?:mode=)?[\"'][wax]"
    r"|[\"']([^\"'\n]{1,200})[\"']\)\.write_(?:text|bytes)\("
    r"|\bwriteFile(?:Sync)?\(\s?[\"']([^\"'\n]{1,200})[\"']"
)


def written_by(command: str, *, in_shell: bool) -> Iterator[str]:
    """The words of a command that may name a file it writes; where it need not be a command,
    only what can hardly be anything else.
    """
    if (_EDITORS if in_shell else _SURE_EDITORS).match(command):
        yield command
    if in_shell and _COPIES.match(command):
        yield command.rsplit(maxsplit=1)[-1]
    if in_shell or _SENDS.match(command):
        yield from _REDIRECT.findall(command)
        yield from _OUTPUT.findall(command)
        yield from _UNPACKS.findall(command)


def written_in(text: str) -> Iterator[str]:
    """The files that a line of a program writes."""
    for found in _PROGRAM.findall(text):
        yield from (path for path in found if path)
