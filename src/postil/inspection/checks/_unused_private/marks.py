"""Names and marks by which something else than a use keeps a definition alive."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.domain.paths import language_of

_LONGEST_LINE = 1_000
_ABOVE = 12
_CONVENTIONS = {
    "python": frozenset(
        {
            *("_version", "_meta", "_fields", "_asdict", "_make", "_replace", "_abc_impl"),
            *("_pytestfixturefunction", "_decl_class_registry", "_sa_registry", "_private"),
        }
    ),
    "java": frozenset(
        {
            *("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData"),
            *("serialVersionUID", "serialPersistentFields", "log", "logger", "LOG", "LOGGER"),
        }
    ),
    "csharp": frozenset(
        {
            *("Awake", "Start", "Update", "FixedUpdate", "LateUpdate", "OnEnable", "OnDisable"),
            *("OnDestroy", "OnGUI", "OnValidate", "Reset", "OnApplicationQuit", "Main", "Dispose"),
            *("_log", "_logger", "Log", "Logger", "logger", "log", "OnApplicationPause"),
        }
    ),
    "go": frozenset({"init", "main"}),
    "ruby": frozenset(
        {
            *("initialize", "initialize_copy", "initialize_dup", "initialize_clone", "included"),
            *("method_missing", "respond_to_missing", "inherited", "extended", "prepended"),
            *("method_added", "const_missing", "marshal_dump", "marshal_load"),
        }
    ),
    "typescript": frozenset({"logger", "constructor"}),
}
_CONVENTIONS["tsx"] = _CONVENTIONS["javascript"] = _CONVENTIONS["typescript"]
_UNITY = re.compile(r"\AOn(?:Collision|Trigger|Mouse|Application|Became|Draw|Render)\w{0,40}\Z")
_HARMLESS = re.compile(
    r"\A(?:@(?:SuppressWarnings|Deprecated|Nullable|NonNull|NotNull|Nonnull|Override|CheckForNull"
    r"|SafeVarargs|VisibleForTesting|static_?method|staticmethod|classmethod|property|functools\.wraps"
    r"|functools\.lru_cache|functools\.cache|lru_cache|cache|cached_property|functools\.cached_property"
    r"|contextmanager|contextlib\.contextmanager|typing\.no_type_check)\b)"
)
_MEANT = re.compile(
    r"(?i)unused|noqa|@ts-(?:expect|ignore)|nolint|nosonar|phpstan-ignore|psalm-suppress"
    r"|deprecat|\breserved\b|go:linkname|^\s*//export\b|used (?:by|in|from|via|through)|\bkeep\b"
)
_SWITCHED_OFF = re.compile(
    r"eslint-disable(?!-(?:next-)?line)[^\n]{0,200}unused|@ts-nocheck|pylint: disable=[^\n]{0,200}unused"
    r"|biome-ignore-all[^\n]{0,200}[uU]nused|ReSharper disable [^\n]{0,80}Unused"
)
_OPEN = {
    "python": re.compile(
        r"(?<![\w.])(?:globals|locals|eval|exec|vars)\(|^def __getattr__|\bsys\.modules\[",
        re.MULTILINE,
    ),
    "javascript": re.compile(r"(?<![\w.])eval\(|\bnew Function\("),
    "java": re.compile(r"\bgetDeclared(?:Field|Method|Classe)s\b|\breflection[A-Z]|\bnative\b"),
    "csharp": re.compile(r"\bBindingFlags\b|\bGetFields\(|\bGetMethods\("),
    "php": re.compile(
        r"->\$|->\{|::\{|::\$\w{1,80}\(|(?:\[|array\()\s{0,8}(?:\$this|\w{1,80}::class|__CLASS__)\s{0,8},\s{0,8}[^'\"\s]|\bconstant\(|\bget_object_vars\(|\bget_class_methods\(|\bproperty_exists\("
        r"|\bmethod_exists\(|\bReflection[A-Z]|\b__(?:serialize|sleep|get|set|call)\b"
        r"|^[ \t]{0,40}trait\s|\$this\s{0,4}as\s",
        re.MULTILINE,
    ),
    "ruby": re.compile(
        r"\bsend\(?\s{0,4}(?![:\"'\s(])|\bsend\(?\s{0,4}:?[\"'][^\"'\n]{0,80}#\{"
        r"|\bdefine_method\b|\bmethod_missing\b|\b(?:instance|class|module)_eval\b|\bmethod\("
    ),
    "c": re.compile(r"##"),
}
_OPEN_MEMBERS = {
    "python": re.compile(
        r"\bgetattr\([^,()\n]{1,80},\s{0,8}(?:[fF][\"']|[a-zA-Z_]|[\"'][^\"'\n]{0,80}[\"']\s{0,4}[+%.])"
        r"|\bgetmembers\(|\b__dict__\b|(?<![\w.])dir\("
    ),
    "javascript": re.compile(r"\bthis\[(?![\"'\d])"),
}
_OPEN_MEMBERS["tsx"] = _OPEN_MEMBERS["typescript"] = _OPEN_MEMBERS["javascript"]
_OPEN["tsx"] = _OPEN["typescript"] = _OPEN["javascript"]
_BEGINNING = re.compile(r"[\"'`](?:[^\"'`\w\n]{0,4})(\w{3,60})(?:[\"'`]\s{0,4}[.+%]|\$?\{|#\{|%s)")
_BRANCH = re.compile(r"\A\s{0,40}#\s{0,8}(if|ifdef|ifndef|endif)\b")


def is_called_by_others(word: str, language: str) -> bool:
    """Whether a language, a framework or a tool looks for the name itself."""
    if word.startswith("__") and (language == "php" or word.endswith("__")):
        return True
    if word.strip("_") == "":
        return True
    if language == "csharp" and _UNITY.match(word):
        return True
    return word in _CONVENTIONS.get(language, frozenset())


def is_open(path: str, text: str) -> bool:
    """Whether the file reaches names by values, so that no text tells what it uses."""
    if _SWITCHED_OFF.search(text):
        return True
    pattern = _OPEN.get(language_of(path) or "")
    return pattern is not None and pattern.search(text) is not None


def has_open_members(path: str, text: str) -> bool:
    """Whether the file reaches members of its objects by values."""
    pattern = _OPEN_MEMBERS.get(language_of(path) or "")
    return pattern is not None and pattern.search(text) is not None


def beginnings(text: str) -> frozenset[str]:
    """The beginnings of names that the file puts together from pieces."""
    return frozenset(_BEGINNING.findall(text))


def is_marked(lines: Sequence[str], line: int, language: str) -> bool:
    """Whether a decorator, an attribute or a comment keeps the definition on this line."""
    own = lines[line - 1][:_LONGEST_LINE]
    if _MEANT.search(own) or (own.lstrip().startswith("@") and not _HARMLESS.match(own.lstrip())):
        return True
    for index in range(line - 2, max(-1, line - 2 - _ABOVE), -1):
        text = lines[index][:_LONGEST_LINE].strip()
        if text.startswith("@"):
            if not _HARMLESS.match(text):
                return True
        elif (language in ("csharp", "php") and text.startswith(("[", "#["))) or (
            text in (")", "})", "])") and language in ("python", "java", "typescript", "tsx")
        ):
            return True
        elif _is_comment(text):
            if _MEANT.search(text) or (text.startswith("*") and "@" in text and "\\" in text):
                return True
        else:
            break
    return False


def _is_comment(text: str) -> bool:
    return text.startswith(("#", "//", "*", "/*")) or text.endswith("*/")


def branch_lines(lines: Sequence[str]) -> frozenset[int]:
    """The lines of a C file that the preprocessor may leave out."""
    found: set[int] = set()
    depth = 0
    for number, text in enumerate(lines, start=1):
        mark = _BRANCH.match(text[:_LONGEST_LINE])
        if mark is not None:
            depth += -1 if mark[1] == "endif" else 1
        if depth > 0:
            found.add(number)
    return frozenset(found)
