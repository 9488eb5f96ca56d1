"""Takes out of a helper's body what it does only when its call fails: no call that it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.paths.names import words

_OPENING = re.compile(
    r"\b(?:raise|throw)(?=[ (])"
    r"|\.(?:map_err|inspect_err|or_else|ok_or_else|unwrap_or_else|with_context|wrap_err_with|context|wrap_err"
    r"|expect|orElseThrow|mapError|catch|rescue)(?=\()"
    r"|(?<![\w.:>])(?:\w{1,60}(?:\.|::)){0,4}\w{0,60}(?:Error|Exception|Fault|errors?)(?:\.|::)\w{1,60}(?=\()"
    r"|(?<![\w.:>])(?:\w{1,60}\.){0,2}(?:Errorf|Wrapf|WithMessagef?)(?=\()"
    r"|(?<![\w.:>])(?:fprintf|printf|perror|print|puts|warn|die|panic|bail|exit|abort|fatal|e?println!?|syslog)(?=\()"
    r"|(?<![\w.:>])(?:console|logger|logging|log|_logger|_log|LOG|LOGGER|slog|sys|process|os)"
    r"\.(?:error|warn|warning|exception|critical|exit|Exit|Fatalf?|Printf|LogError|LogWarning|Error|Warn)(?=\()"
)
"""What says or makes an error, and what is asked for another answer when there is one."""
_REPORTS = frozenset(
    words(
        "capture_exception capture_message captureException captureMessage record_exception recordException"
        " recordError report_error reportError report_exception reportException"
    )
)
_NOTIFIED = frozenset(words("Bugsnag Airbrake Honeybadger Rollbar Sentry rollbar bugsnag"))
_ENDS = frozenset(words("sys.exit os._exit os.Exit process.exit process::exit std::process::exit"))
_CAUGHT = re.compile(r"\b(?:except|catch|rescue|err != nil)\b")
_OPEN, _CLOSE = "([{", ")]}"
_WORD = re.compile(r"\w+")
_LONGEST = 2_000


def without_failure(code: str) -> str:
    """The code with blanks for each error that it makes, and for all that is handed to one."""
    kept, at = [], 0
    for start, end in _spans(code):
        kept.append(code[at:start])
        kept.append(" ")
        at = end
    return "".join([*kept, code[at:]])


def is_for_failure(call: str, code: str) -> bool:
    """Whether it ends the program, or tells others of the error that the code has caught."""
    first, *inner = _WORD.findall(call)
    last = inner[-1] if inner else first
    is_report = last in _REPORTS or first in _NOTIFIED
    return call in _ENDS or (is_report and _CAUGHT.search(code) is not None)


def _spans(code: str) -> Iterator[tuple[int, int]]:
    end = 0
    for found in _OPENING.finditer(code):
        if found.start() >= end:
            end = _end(code, found.end())
            yield found.start(), end


def _end(code: str, start: int) -> int:
    """Where the brackets close that open at `start`, or the line that a statement stands on."""
    depth, is_call = 0, code[start : start + 1] == "("
    for at in range(start, min(len(code), start + _LONGEST)):
        mark = code[at]
        depth += (mark in _OPEN) - (mark in _CLOSE)
        if depth < 0 or (depth == 0 and not is_call and mark in ";\n"):
            return at
        if depth == 0 and is_call:
            return at + 1
    return min(len(code), start + _LONGEST)
