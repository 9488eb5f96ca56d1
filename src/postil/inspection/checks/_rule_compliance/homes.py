"""Which languages a token belongs to, and which tokens custom allows in tests."""

from __future__ import annotations

import re

_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_HOMES = (
    (
        re.compile(
            r"\A(?:any|as any|unknown|var|let|require|console(?:\.\w+)?|={2}|!=|innerHTML|outerHTML|alert|fetch|debugger"
            r"|(?:window|document|process|React|Math|JSON|Object|Promise|localStorage)\.\w+.*|@ts-\S+|eslint-.*|enum|namespace)"
            r"(?:\(\))?\Z"
        ),
        _SCRIPTS,
    ),
    (re.compile(r"\A(?:fmt\.\w+|log\.(?:Fatal|Print)\w*|interface\{\}|panic|os\.Exit)(?:\(\))?\Z"), frozenset({"go"})),
    (
        re.compile(r"\A\.?(?:unwrap|expect|clone|unsafe|\w+!)(?:\(\))?\Z"),
        frozenset({"rust"}),
    ),
    (re.compile(r"\A(?:System|Thread)\.[\w.]+(?:\(\))?\Z"), frozenset({"java", "kotlin", "scala", "groovy", "csharp"})),
    (
        re.compile(
            r"\A(?:except:?|except Exception:?|import \*|from .{1,40} import .{1,40}|Any|Optional|Union|os\.\w+[\w.]*"
            r"|typing\.\w+|pickle\w*|# ?(?:noqa|type:).{0,20}|noqa|type: ?ignore|pdb|breakpoint|datetime\.\w+.*|isinstance"
            r"|getattr|setattr|__\w+__)(?:\(\))?\Z"
        ),
        frozenset({"python"}),
    ),
)  # fmt: skip
_LENIENT = re.compile(
    r"\A\.?(?:unwrap|expect|panic|print|println!?|console\.\w+|any|as any|assert|dbg!|fmt\.Print\w*|System\.out\.\w+"
    r"|unknown|Any|clone|eval|open|fetch|process\.env|null|SELECT \*|(?:global|globalThis|window)\.\w+)(?:\(\))?\Z"
)


def homes(token: str) -> frozenset[str]:
    """The languages a token belongs to; empty when it could belong to any."""
    return next((languages for pattern, languages in _HOMES if pattern.match(token)), frozenset())


def is_lenient(token: str) -> bool:
    """Whether rules against the token are, by custom, not meant for tests."""
    return _LENIENT.match(token) is not None
