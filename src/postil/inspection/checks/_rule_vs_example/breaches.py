"""Whether something a document shows breaks a rule: a command, an import, an edit, a piece of syntax."""

from __future__ import annotations

import re

from postil.inspection.checks._rule_vs_example.rules import Deed, Rule
from postil.inspection.checks._rule_vs_example.syntaxes import written_alike
from postil.inspection.checks._rule_vs_example.writes import written_by, written_in
from postil.inspection.commands import TOOLS
from postil.inspection.documents import Part
from postil.inspection.import_lines import is_grouped_import

_COMMANDS = re.compile(r"&&|\|\||;|\||\$\(")
_QUOTED = re.compile(r"&&|\|\||;|\||\$\(|[\"'`]|:\s")
"""Commands may also stand in settings and in texts; a single word there is a name."""
_PROMPT = re.compile(
    r"\A\s*(?:[$%>]\s|(?:sudo|time|env|command|exec|RUN|run:|script:|then|do|-)\s|\w{1,40}=\S{0,100}\s)"
)
_RUNNER = re.compile(
    r"\A(?:bundle\sexec|(?:poetry|pipenv|uv|pdm|hatch|rye)\srun|npx|bunx|(?:pnpm|yarn|bun)\s(?:exec|dlx|x))\s(?:--\s)?"
)
"""What runs the command behind it as it is, in the surroundings of the project."""
_RUNNERS = frozenset({"bundle", "poetry", "pipenv", "uv", "pdm", "hatch", "rye", "npx", "bunx", "pnpm", "yarn", "bun"})  # fmt: skip
_OPTIONS = r"(?:\s--?[\w=-]{1,40}){0,4}"
_GLOBAL = re.compile(r"\s(?:-g|--global)(?=\s|\Z)")
_LETTERS = re.compile(r"\A([A-Za-z_][\w.]{1,40})\(([a-z](?:,\s?[a-z]){1,5})\)\Z")
_IMPORTS = re.compile(
    r"\b(?:import|from|require|require_relative|use|using|include|extern|export|load)\b"
)
_TYPED = re.compile(r"(?:[:<|&]|\bas)\s?([a-z]\w{1,20})(?=\s?[>\[\]),;=|&{}]|\s{0,4}\Z)")
"""A name where a type stands."""
_INSTALLS = re.compile(r"\b(?:install|add|i|get|require|dependency)\s")
_COMMITS = re.compile(r"\Agit\s(?:add|commit|stage)\s")


def breaks(rule: Rule, text: str, part: Part) -> bool:
    """Whether a shown text does what the rule forbids."""
    if _keeps(rule, text):
        return False
    if rule.prescribed and rule.prescribed not in rule.forbidden:
        text = text.replace(rule.prescribed, "\0" * len(rule.prescribed))
    match rule.deed:
        case Deed.IMPORT:
            is_import = _IMPORTS.search(text) or (part is Part.CODE and is_grouped_import(text))
            return bool(is_import) and _holds(rule, text)
        case Deed.INSTALL if not rule.is_command or rule.is_word:
            return _INSTALLS.search(text) is not None and _holds(rule, text)
        case Deed.EDIT:
            return _edits(rule, text, part)
        case Deed.COMMIT:
            return _commits(rule, text)
    if rule.is_word:
        return _runs(rule, text) or (part is Part.CODE and _calls_or_imports(rule, text))
    is_typed = rule.forbidden.partition(" ")[0] in TOOLS
    if " " in rule.forbidden and (is_typed or part is not Part.CODE):
        return _runs(rule, text)
    return (
        _holds(rule, text)
        or _is_called_alike(rule, text)
        or written_alike(rule.forbidden, rule.prescribed, text, is_form=rule.is_form)
    )


def _is_called_alike(rule: Rule, text: str) -> bool:
    """Whether a call has the arguments that the rule's own call has letters for."""
    match = _LETTERS.match(rule.forbidden)
    if match is None or "," in rule.prescribed:
        return False
    count = match[2].count(",")
    call = rf"(?<![\w.-]){re.escape(match[1])}\((?:[^(),]{{1,60}},){{{count}}}[^(),]{{1,60}}\)"
    return re.search(call, text) is not None


def _calls_or_imports(rule: Rule, text: str) -> bool:
    token = rule.forbidden
    is_typed = token in _TYPED.findall(text)
    is_called = f"{token}(" in text
    return (is_called or is_typed or _IMPORTS.search(text) is not None) and _holds(rule, text)


def _keeps(rule: Rule, text: str) -> bool:
    """Whether the line installs a tool for all, or is about the tool that is prescribed."""
    if _GLOBAL.search(text) and not _GLOBAL.search(rule.forbidden):
        return True
    tool = rule.prescribed.partition(" ")[0]
    return tool != rule.forbidden.partition(" ")[0] and tool in text.split()


def _edits(rule: Rule, text: str, part: Part) -> bool:
    """Whether a command, or in code a call, writes the file or into the folder."""
    in_shell = part is not Part.CODE
    commands = [_bare(command) for command in _COMMANDS.split(text)]
    written = [word for command in commands for word in written_by(command, in_shell=in_shell)]
    if not in_shell:
        written += written_in(text)
    return any(_holds(rule, word.strip("\"'")) for word in written)


def _commits(rule: Rule, text: str) -> bool:
    bare = (_bare(command) for command in _COMMANDS.split(text))
    return any(_COMMITS.match(command) and _holds(rule, command) for command in bare)


def _runs(rule: Rule, text: str) -> bool:
    between = _COMMANDS if rule.is_word else _QUOTED
    commands = [_bare(command, rule.forbidden) for command in between.split(text)]
    if _RUNNERS.isdisjoint(_first_words(rule)) and rule.prescribed:
        # Where the runner is what is asked for, the command behind it is right.
        commands = [_RUNNER.sub("", command) for command in commands]
    return any(_is_run(rule.forbidden, command) for command in commands)


def _first_words(rule: Rule) -> tuple[str, str]:
    return rule.forbidden.partition(" ")[0], rule.prescribed.partition(" ")[0]


def is_just(rule: Rule, text: str) -> bool:
    """Whether a line has the forbidden command with nothing but options behind it."""
    command = rf"(?<![\w./-]){re.escape(rule.forbidden)}{_OPTIONS}(?=\s{{0,4}}(?:\Z|[`;&|#\"')]))"
    return re.search(command, text) is not None


def _bare(command: str, wanted: str = "") -> str:
    """A command without what stands before it, unless that is wanted."""
    bare = command.strip()
    match = _PROMPT.match(bare)
    while match and not (wanted and bare.startswith(wanted)):
        bare = bare[match.end() :].lstrip()
        match = _PROMPT.match(bare)
    return bare


def _is_run(token: str, command: str) -> bool:
    """Whether a command is the forbidden one, its options given anywhere."""
    wanted, given = token.split(), command.split()
    first = next((at for at, word in enumerate(wanted) if word.startswith("-")), len(wanted))
    if given[:first] != wanted[:first]:
        return False
    return all(
        any(word == option or word.startswith(f"{option}=") for word in given[first:])
        for option in wanted[first:]
    )


def _holds(rule: Rule, text: str) -> bool:
    """Whether the text has the token as a whole; a call matches whatever its arguments."""
    token = rule.forbidden
    wanted = token[:-1] if token.endswith("()") else token.removesuffix("*") or token
    at = text.find(wanted)
    while at >= 0:
        before = text[at - 1] if at else " "
        if text[:at].endswith("./"):
            before = text[: at - 2][-1:] or " "
        starts = wanted[0] in ".:[(@" or not (before.isalnum() or before in "_-./@")
        if rule.deed is Deed.IMPORT and rule.is_path:
            # What stands before a folder in an import says where the whole project lives.
            starts = starts or before == "/"
        after = text[at + len(wanted) :][:1]
        if starts and (wanted[-1] in "(/" or ends(after) or (rule.is_path and after == "/")):
            return True
        at = text.find(wanted, at + 1)
    return False


def ends(following: str) -> bool:
    """Whether a token is over where this stands behind it."""
    return not (following.isalnum() or following in ("_", "-", "/", "."))
