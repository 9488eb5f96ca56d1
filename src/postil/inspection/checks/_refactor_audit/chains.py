"""Whether a run of tokens is a call in a chain that Ruby writes without brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postil.syntax import Sort, Token

_DOTS = frozenset({".", "&."})
_ALTERING = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "chomp",
        "chop",
        "chr",
        "downcase",
        "upcase",
        "capitalize",
        "swapcase",
        "reverse",
        "squeeze",
        "succ",
        "next",
        "pred",
        "unicode_normalize",
        "scrub",
        "squish",
        "presence",
        "parameterize",
        "underscore",
        "camelize",
        "titleize",
        "humanize",
        "pluralize",
        "singularize",
        "html_safe",
        "dump",
        "undump",
        "abs",
        "round",
        "floor",
        "ceil",
        "truncate",
        "to_i",
        "to_f",
        "to_r",
        "to_sym",
        "magnitude",
        "bit_length",
        "sort",
        "uniq",
        "compact",
        "flatten",
        "shuffle",
        "rotate",
        "sum",
        "min",
        "max",
        "minmax",
        "first",
        "last",
        "sample",
        "transpose",
        "invert",
        "keys",
        "values",
        "compact_blank",
        "distinct",
        "reorder",
        "unscoped",
        "lock",
        "reload",
        "any?",
        "all?",
        "none?",
        "one?",
        "empty?",
        "blank?",
        "present?",
        "nil?",
        "zero?",
        "positive?",
        "negative?",
        "even?",
        "odd?",
        "size",
        "count",
        "length",
        "dup",
        "freeze",
        "deep_dup",
        "stringify_keys",
        "symbolize_keys",
        "utc",
        "localtime",
        "getlocal",
        "beginning_of_day",
        "end_of_day",
        "midnight",
        "yesterday",
        "tomorrow",
    ]
)
"""What the language and the library most programs add to it offer to every text, number, list and time:
each answers with something else than it was asked of, and none belongs to whoever it is asked of.
"""
_HARMLESS = frozenset({"freeze", "dup", "deep_dup", "to_i", "to_f", "to_sym", "count", "length"})
"""Of these, what also fits a value to a new place, and alters nothing or little."""
_MAKING = frozenset({"new", "instance", "current", "default", "class", "config", "configuration"})
"""What is asked of a class to get hold of one of its kind, as a new place may do otherwise."""
_CLASS = re.compile(r"\A[A-Z]\w{0,80}\Z")
_BLOCKS = {"{": "}", "do": "end"}


def drops_link(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the run is one or more links of a chain: `.strip`, `.strip.downcase`, `.reject { … }`."""
    run = tokens[start:end]
    if len(run) > 1 and run[-1].text in _DOTS and start and tokens[start - 1].text in _DOTS:
        # Of `a.b.c`, the edit that took `.b` may just as well be told as `b.`.
        run = (tokens[start - 1], *run[:-1])
        start -= 1
    if len(run) < len(".a") or run[0].text not in _DOTS:
        return False
    if _is_block(run):
        return True
    names = run[1::2]
    is_plain = len(run) % 2 == 0 and all(token.text in _DOTS for token in run[::2])
    if not is_plain or any(token.sort is not Sort.NAME for token in names):
        return False
    words = {token.text.rstrip("!") for token in names}
    if words & (_ALTERING - _HARMLESS):
        return True
    return _is_of_class(tokens, start) and not words & (_MAKING | _ALTERING)


def _is_block(run: Sequence[Token]) -> bool:
    """Whether the run is a call with a block: `.reject { |one| one.nil? }`."""
    opening = run[2].text if len(run) > len(".a{}") and run[1].sort is Sort.NAME else ""
    return run[-1].text == _BLOCKS.get(opening, "")


def _is_of_class(tokens: Sequence[Token], at: int) -> bool:
    """Whether the chain goes on from a class or module by its name, as `User.active` does."""
    name = tokens[at - 1] if at else None
    before = tokens[at - 2].text if at > 1 else ""
    is_class = name is not None and name.sort is Sort.NAME and _CLASS.match(name.text) is not None
    return is_class and before not in _DOTS
