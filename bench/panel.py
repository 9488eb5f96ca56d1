"""Prints what a panel costs in time and tokens, against scripted models, beside its bounds."""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import panel_change
from postil import wiring
from postil.cli import postil
from postil.domain.conversation import tokens as planned
from postil.inspection.prompt.answer_schema import SCHEMA
from postil.inspection.prompt.rules import RULES
from postil.pipeline import review
from postil.testing.models import Answer, Journal, Pace, ScriptedModels, always, tokens
from postil.workspaces.git import Target

PACE = Pace(first_byte=0.5, total=2.0)
MODEL = "anthropic:claude-sonnet-5-5"
SPEC = "An invoice is taxed by the region it was written for."
REPEATS = 3
WARM, COLD = 0.3, 2.5
MOST_RULES, MOST_CHARGE, LEAST_DIFF = 2_500, 900, 12_000
IMPORTS = "import pydantic_ai.models.anthropic, postil.models._dialogue, postil.models._figures"


@dataclass
class Bounds:
    """Prints figures beside what they may be, and remembers whether all were kept."""

    kept: bool = True

    def most(self, name: str, figure: float, limit: float, unit: str = "") -> None:
        self._row(name, f"{figure:,.2f}{unit}", f"at most {limit:,.2f}", fits=figure <= limit)

    def least(self, name: str, figure: float, limit: float, unit: str = "") -> None:
        self._row(name, f"{figure:,.0f}{unit}", f"at least {limit:,.0f}", fits=figure >= limit)

    def _row(self, name: str, figure: str, limit: str, *, fits: bool) -> None:
        self.kept &= fits
        print(
            f"  {name:<46} {figure:>12}   {limit}{'' if fits else '   OVER THE BOUND'}", flush=True
        )


@dataclass(frozen=True, kw_only=True)
class Bench:
    """The change, the pretended provider and where results may be put."""

    folder: Path
    base: str
    head: str
    journal: Journal
    scratch: Path
    bounds: Bounds = field(default_factory=Bounds)

    @property
    def document(self) -> Path:
        return self.scratch / "document.json"

    def arguments(self, spec: Sequence[str]) -> list[str]:
        out = ["--json", "--quiet", "--output", str(self.scratch / "review.json")]
        out += ["--document", str(self.document)]
        texts = [part for text in spec for part in ("--spec", text)]
        repo = ["--repo", str(self.folder)]
        return ["review", f"{self.base}..{self.head}", *repo, "--model", MODEL, *texts, *out]


def seating(bench: Bench, spec: Sequence[str], *, seats: int, most_billed: float) -> None:
    """Everything that depends on how many sit at the table."""
    print(f"\n{seats} reviewers:")
    bounds, slowest = bench.bounds, PACE.total + PACE.first_byte
    cold = min(_cold(bench, spec) for _ in range(REPEATS))
    bounds.most("cold process, wall", cold.wall, slowest + COLD, " s")
    for name, seconds in (("processor time, children included", cold.cpu), *cold.phases):
        print(f"  {f'of which {name}':<46} {seconds:>10.2f} s")
    postil.main(args=bench.arguments(spec), standalone_mode=False)
    warm = min(_timed(bench, spec) for _ in range(REPEATS))
    bounds.most("warm process, wall", warm, slowest + WARM, " s")
    calls = bench.journal.calls
    bounds.least("calls", len(calls), seats)
    bounds.least("calls open together", bench.journal.open_together(), seats)
    body = calls[0].asked.body
    alike = len((calls[0].asked.system + body["messages"][0]["content"][0]["text"]).encode())
    bounds.least("bytes alike at the beginning of all", bench.journal.shared_prefix(), alike)
    diff = tokens(panel_change.diff(bench.folder, bench.base, bench.head))
    print(f"  {'billed with grown context, times `git diff`':<46} {_billed(bench, diff):>12.2f}")
    _without_growth(bench, spec)
    bounds.most("billed without grown context, times the same", _billed(bench, diff), most_billed)


def _billed(bench: Bench, diff: int) -> float:
    return bench.journal.billed_input() / diff


@dataclass(frozen=True, order=True)
class Spent:
    wall: float
    cpu: float
    phases: tuple[tuple[str, float], ...] = ()


def _cold(bench: Bench, spec: Sequence[str]) -> Spent:
    bench.journal.clear()
    started = time.time()
    spent = _process([sys.executable, "-m", "postil", *bench.arguments(spec)])
    return replace(spent, phases=tuple(_phases(bench, started, spent.wall)))


def _phases(bench: Bench, started: float, wall: float) -> Iterator[tuple[str, float]]:
    """Where the time of a process went: what it wrote down, and when its calls were open."""
    document = json.loads(bench.document.read_text())
    stages = dict(document["stages"])
    ended = [call.ended for call in bench.journal.calls if call.ended is not None]
    calls = max(ended) - min(call.arrived for call in bench.journal.calls)
    written = bench.document.stat().st_mtime - started
    yield "start, our imports and reading the change", written - document["seconds"]
    yield "checks", stages["understand"] + stages["inspect"]
    yield "prompts, and waiting for the library", stages["panel"] - calls
    yield "calls", calls
    yield "judging and the end", stages["judge"] + wall - written


def _process(command: Sequence[str]) -> Spent:
    before, started = _children(), time.perf_counter()
    subprocess.run(command, check=False, env=_environment(), stdout=subprocess.DEVNULL)
    return Spent(time.perf_counter() - started, _children() - before)


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _timed(bench: Bench, spec: Sequence[str]) -> float:
    bench.journal.clear()
    started = time.perf_counter()
    postil.main(args=bench.arguments(spec), standalone_mode=False)
    return time.perf_counter() - started


def _without_growth(bench: Bench, spec: Sequence[str]) -> None:
    """The same review with a desk that grows no hunk."""
    bench.journal.clear()
    wanted = wiring.Wanted(
        repo=str(bench.folder),
        target=Target(revision=f"{bench.base}..{bench.head}"),
        flags={"model": MODEL},
        spec=tuple(spec),
    )
    with wiring.prepare(wanted, wiring.surroundings()) as prepared:
        desk = prepared.desk
        assert desk.panel is not None  # noqa: S101 - a model is named just above
        review(replace(desk, panel=replace(desk.panel, growth=0)))


def sizes(bench: Bench) -> None:
    """How much of each prompt is ours; counted with the estimate the product plans with."""
    bounds = bench.bounds
    print("\ntokens of what every prompt holds:")
    schema = json.dumps(SCHEMA, separators=(",", ":"))
    bounds.most("rules and schema", planned(RULES) + planned(schema), MOST_RULES)
    for call in bench.journal.calls:
        charge = call.asked.body["messages"][0]["content"][-1]["text"]
        name = charge.split("\n", 1)[0].removeprefix("# Your charge: ")
        bounds.most(f"charge of {name}", planned(charge), MOST_CHARGE)
    offers = sum(tokens(json.dumps(tool)) for tool in bench.journal.calls[0].asked.body["tools"])
    print(f"  {'tools as offered, schema of the report included':<46} {offers:>12,}")


def _measured(bench: Bench) -> bool:
    diff = panel_change.diff(bench.folder, bench.base, bench.head)
    lines = panel_change.changed_lines(bench.folder, bench.base, bench.head)
    print(f"{lines} changed lines; {PACE.total} s for each call, {PACE.first_byte} s to first byte")
    bench.bounds.least("tokens of `git diff -U3`", tokens(diff), LEAST_DIFF)
    _process([sys.executable, "-c", IMPORTS])  # compiles the bytecode
    imports = min(_process([sys.executable, "-c", IMPORTS]) for _ in range(REPEATS))
    words = "import of the provider's library alone"
    print(f"  {words:<46} {imports.wall:>10.2f} s   ({imports.cpu:.2f} s of processor time)")
    seating(bench, (), seats=3, most_billed=2.2)
    seating(bench, (SPEC,), seats=4, most_billed=2.5)
    sizes(bench)
    return bench.bounds.kept


def main(measure: Callable[[Bench], bool] = _measured) -> int:
    argparse.ArgumentParser(description=__doc__).parse_args()
    script = always(Answer(value={"findings": []}, pace=PACE))
    with tempfile.TemporaryDirectory() as made, ScriptedModels(script) as server:
        os.environ |= {"ANTHROPIC_API_KEY": "scripted", "ANTHROPIC_BASE_URL": server.url}
        folder = Path(made) / "shop"
        base, head = panel_change.build(folder)
        bench = Bench(
            folder=folder, base=base, head=head, journal=server.journal, scratch=Path(made)
        )
        return 0 if measure(bench) else 1


if __name__ == "__main__":
    sys.exit(main())
