"""A regular expression that was read as data: parsed into steps of our own, matched within bounds.

It is never handed to an engine that could be made to run for ever: the matcher walks all its
threads side by side, so its work is the text times the pattern, and that product is capped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_MOST_STEPS = 1_200
_MOST_WORK = 400_000
_MOST_REPEATS = 200
_DEEPEST = 30
_COUNT = re.compile(r"\{(\d{1,4})(,?)(\d{0,4})\}")
_OPTIONS = re.compile(r"\(\?([imsxuU]{1,6})(?:-[imsx]{1,4})?([:)])")
_NAMED = re.compile(r"\(\?P?<[A-Za-z_]\w{0,60}>|\(\?'[A-Za-z_]\w{0,60}'")
_LAYOUT = re.compile(r"\\.|\[(?:\\.|[^\[\]\\]){0,200}\]|(\s+|#[^\n]*)", re.DOTALL)
_POSIX = {
    "alpha": str.isalpha, "digit": str.isdigit, "alnum": str.isalnum, "space": str.isspace,
    "upper": str.isupper, "lower": str.islower, "blank": lambda sign: sign in " \t",
}  # fmt: skip

Test = Callable[[str], bool]


class Unreadable(Exception):
    """The pattern uses what is not understood here, or would take too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One step of a program: eat a sign, go on elsewhere, fork, look, or be done."""

    kind: str
    test: Test | None = None
    to: int = 0
    other: int = 0
    inner: Program | None = None


@dataclass(frozen=True, slots=True)
class Program:
    moves: tuple[Move, ...]
    ignores_case: bool

    def spans(self, text: str, *, first_only: bool) -> list[tuple[int, int]]:
        """Where the pattern matches in the text, one match after the other."""
        work = _Work()
        text = text.lower() if self.ignores_case else text
        found: list[tuple[int, int]] = []
        at = 0
        while at <= len(text):
            span = _first(self.moves, text, at, work)
            if span is None:
                break
            if span[1] > span[0]:
                found.append(span)
            if first_only:
                break
            at = max(span[1], span[0] + 1)
        return found


@dataclass(slots=True)
class _Work:
    left: int = _MOST_WORK

    def spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise Unreadable


def _first(
    moves: tuple[Move, ...], text: str, begin: int, work: _Work, *, is_fixed: bool = False
) -> tuple[int, int] | None:
    """The leftmost match from a place on, chosen as a backtracking engine would."""
    best: tuple[int, int] | None = None
    threads: list[tuple[int, int]] = []
    for at in range(begin, len(text) + 1):
        seen: set[int] = set()
        ready: list[tuple[int, int]] = []
        starts = [(0, at)] if best is None and (at == begin or not is_fixed) else []
        for place, start in (*threads, *starts):
            ready += [
                (here, start) for here in _follow(moves, place, text, at, seen=seen, work=work)
            ]
        threads = []
        for place, start in ready:
            move = moves[place]
            if move.kind == "done":
                best = (start, at)
                break
            if at < len(text) and move.test is not None and move.test(text[at]):
                threads.append((place + 1, start))
        if not threads and (best is not None or is_fixed):
            break
    return best


def _follow(
    moves: tuple[Move, ...], place: int, text: str, at: int, *, seen: set[int], work: _Work
) -> Iterator[int]:
    """The steps that a thread stands before once it has gone wherever no sign is needed."""
    waiting = [place]
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        work.spend(1)
        move = moves[here]
        if move.kind in ("eat", "done"):
            yield here
        elif move.kind == "go":
            waiting.append(move.to)
        elif move.kind == "fork":
            waiting += [move.other, move.to]
        elif _holds(move, text, at, work):
            waiting.append(here + 1)


def _holds(move: Move, text: str, at: int, work: _Work) -> bool:
    if move.inner is not None:
        seen = _first(move.inner.moves, text, at, work, is_fixed=True) is not None
        return seen == (move.kind == "ahead")
    before = text[at - 1] if at else ""
    after = text[at] if at < len(text) else ""
    if move.kind == "begin":
        return at == 0
    if move.kind == "end":
        return at == len(text)
    if move.kind == "near-end":
        return text[at:] in ("", "\n")
    if move.kind == "line-begin":
        return before in ("", "\n")
    if move.kind == "line-end":
        return after in ("", "\n")
    is_edge = _is_word(before) != _is_word(after)
    return is_edge == (move.kind == "edge")


def _is_word(sign: str) -> bool:
    return sign == "_" or sign.isalnum()


def read(pattern: str, marks: str = "") -> Program:
    """The program of a pattern; raises `Unreadable` where it is not understood."""
    return _Reader(pattern, set(marks)).program()


@dataclass
class _Reader:
    pattern: str
    marks: set[str]
    at: int = 0
    depth: int = field(default=0)

    def program(self) -> Program:
        if self.marks & set("xX"):
            self.pattern = _LAYOUT.sub(lambda m: "" if m[1] else m[0], self.pattern)
        for options in _OPTIONS.finditer(self.pattern):
            self.marks |= set(options[1])
        moves = self._choice()
        if self.at < len(self.pattern) or len(moves) > _MOST_STEPS:
            raise Unreadable
        return Program((*moves, Move(kind="done")), "i" in self.marks)

    def _peek(self, text: str) -> bool:
        return self.pattern.startswith(text, self.at)

    def _choice(self) -> list[Move]:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unreadable
        options = [self._sequence()]
        while self._peek("|"):
            self.at += 1
            options.append(self._sequence())
        self.depth -= 1
        found = options[-1]
        for option in reversed(options[:-1]):
            rest = len(found)
            found = [
                Move(kind="fork", to=1, other=len(option) + 2),
                *_moved(option, 1),
                Move(kind="go", to=len(option) + 2 + rest),
                *_moved(found, len(option) + 2),
            ]
            _capped(found)
        return found

    def _sequence(self) -> list[Move]:
        found: list[Move] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            found += _moved(self._repeated(self._one()), len(found))
            _capped(found)
        return found

    def _repeated(self, one: list[Move]) -> list[Move]:
        while self.at < len(self.pattern):
            least, most = self._count()
            if least < 0:
                break
            is_lazy = self._peek("?")
            if is_lazy or self._peek("+"):
                self.at += 1
            one = _capped(_times(one, least, most, is_lazy=is_lazy))
        return one

    def _count(self) -> tuple[int, int | None]:
        sign = self.pattern[self.at]
        if sign in "*+?":
            self.at += 1
            return (1 if sign == "+" else 0), (1 if sign == "?" else None)
        match = _COUNT.match(self.pattern, self.at)
        if match is None:
            return -1, None
        self.at = match.end()
        least = int(match[1])
        if max(least, int(match[3] or 0)) > _MOST_REPEATS:
            raise Unreadable
        return least, (int(match[3]) if match[3] else None) if match[2] else least

    def _one(self) -> list[Move]:
        sign = self.pattern[self.at]
        if sign == "(":
            return self._group()
        if sign == "[":
            return [Move(kind="eat", test=self._set())]
        if sign == "\\":
            return self._escape()
        self.at += 1
        if sign == ".":
            return [Move(kind="eat", test=_any if "s" in self.marks else _not_feed)]
        if sign == "^":
            return [Move(kind="line-begin" if "m" in self.marks else "begin")]
        if sign == "$":
            return [Move(kind="line-end" if "m" in self.marks else "near-end")]
        return [Move(kind="eat", test=_just(self._cased(sign)))]

    def _group(self) -> list[Move]:
        options, named = _OPTIONS.match(self.pattern, self.at), _NAMED.match(self.pattern, self.at)
        kind = ""
        if options and options[2] == ")":
            self.at = options.end()
            return []
        if options or named:
            self.at = (options or named).end()  # type: ignore[union-attr]
        elif self._peek("(?="):
            kind = "ahead"
        elif self._peek("(?!"):
            kind = "not-ahead"
        elif self._peek("(?:") or self._peek("(?>"):
            self.at += 3
        elif self._peek("(?") or self._peek("(*"):
            raise Unreadable
        else:
            self.at += 1
        self.at += 3 if kind else 0
        inner = self._choice()
        if not self._peek(")"):
            raise Unreadable
        self.at += 1
        if kind:
            return [Move(kind=kind, inner=Program((*inner, Move(kind="done")), ignores_case=False))]
        return inner

    def _cased(self, text: str) -> str:
        return text.lower() if "i" in self.marks else text

    def _escape(self) -> list[Move]:
        sign = self.pattern[self.at + 1 : self.at + 2]
        if not sign or sign in "123456789kpPGKQX":
            raise Unreadable
        kinds = {"A": "begin", "z": "end", "Z": "near-end", "b": "edge", "B": "no-edge"}
        self.at += 2
        if sign in kinds:
            return [Move(kind=kinds[sign])]
        if sign == "R":
            return [Move(kind="eat", test=_just("\n"))]
        return [Move(kind="eat", test=_class(sign) or _just(self._cased(_plain(sign))))]

    def _set(self) -> Test:
        self.at += 1
        is_not = self._peek("^")
        self.at += is_not
        tests: list[Test] = []
        begin = self.at
        while not self._peek("]") or self.at == begin:
            if self.at >= len(self.pattern):
                raise Unreadable
            tests.append(self._member())
        self.at += 1
        return lambda sign: any(test(sign) for test in tests) != is_not

    def _member(self) -> Test:
        if self._peek("[:"):
            name = self.pattern[self.at + 2 : self.at + 12].partition(":]")[0]
            if name not in _POSIX:
                raise Unreadable
            self.at += len(name) + 4
            return _POSIX[name]
        low, test = self._sign()
        if test is not None:
            return test
        if self._peek("-") and not self._peek("-]"):
            self.at += 1
            high, _ = self._sign()
            low, high = self._cased(low), self._cased(high)
            return lambda sign: low <= sign <= high
        return _just(self._cased(low))

    def _sign(self) -> tuple[str, Test | None]:
        sign = self.pattern[self.at : self.at + 1]
        self.at += 1
        if sign != "\\":
            return sign, None
        sign = self.pattern[self.at : self.at + 1]
        self.at += 1
        if not sign or sign in "pP":
            raise Unreadable
        return _plain(sign), _class(sign)


def _any(_sign: str) -> bool:
    return True


def _not_feed(sign: str) -> bool:
    return sign != "\n"


def _just(wanted: str) -> Test:
    return lambda sign: sign == wanted


def _plain(sign: str) -> str:
    return {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}.get(sign, sign)


def _class(sign: str) -> Test | None:
    found: dict[str, Test] = {"d": str.isdigit, "s": str.isspace, "w": _is_word, "h": " \t".__contains__}  # fmt: skip
    test = found.get(sign.lower())
    if test is None or sign == "H":
        return None
    return test if sign.islower() else lambda each: not test(each)


def _moved(moves: list[Move], by: int) -> Iterator[Move]:
    for move in moves:
        if move.kind in ("go", "fork"):
            yield Move(kind=move.kind, to=move.to + by, other=move.other + by)
        else:
            yield move


def _times(one: list[Move], least: int, most: int | None, *, is_lazy: bool) -> list[Move]:
    found: list[Move] = []
    if len(one) * max(least, most or 0) > _MOST_STEPS:
        raise Unreadable
    for _ in range(least):
        found += _moved(one, len(found))
    if most is None:
        size = len(one)
        loop = [_fork(1, size + 2, is_lazy=is_lazy), *_moved(one, 1), Move(kind="go", to=0)]
        return [*found, *_moved(loop, len(found))]
    optional: list[Move] = []
    for _ in range(most - least):
        body = [*one, *_moved(optional, len(one))]
        optional = [_fork(1, len(body) + 1, is_lazy=is_lazy), *_moved(body, 1)]
    return [*found, *_moved(optional, len(found))]


def _fork(inside: int, outside: int, *, is_lazy: bool) -> Move:
    first, second = (outside, inside) if is_lazy else (inside, outside)
    return Move(kind="fork", to=first, other=second)


def _capped(moves: list[Move]) -> list[Move]:
    if len(moves) > _MOST_STEPS:
        raise Unreadable
    return moves
