"""Documents, runbooks and SQL that teach an unsafe operation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change, ChangedFile
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._non_code_scan.custom import Custom, needle
from postil.ports import Tree

MAX_LINE = 2_000
_NEAR = 3
_LOCAL = re.compile(
    r"(?i)localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\.local\b|\bminikube\b|\bkind\b"
)
_WARNS = re.compile(
    r"(?i)❌|🚫|\b(?:never|do(?:es)? not|don['’]?t|(?:must|should)(?: not|n['’]?t)|avoid|insecure(?!-)|unsafe"
    r"|danger|instead of|bad\b|wrong|deprecat|not recommend|discourag|no longer|removed?\b|forbid|prohibit"
    r"|refus|vulnerab|anti-?pattern|reject|without\b|prevents?\b|blocks?\b|detects?\b|flags?\b|warns?\b)"
)
_WARNS_PLAINLY = re.compile(
    r"(?i)\b(?:insecure(?!-)|unsafe|dangerous|not (?:be )?recommended|caution|at your own risk"
    r"|security risk|never (?:use|do)|should not be used|do not use)\b"
)
_SAME_PASSAGE = 12
_CALLED = re.compile(r"\b(\w{1,80})\.\w{1,80}\(")
_AT_HOME = re.compile(
    r"(?i)\blocal(?:ly|host)?\b|\bdevelopment\b|\bdev\b|\btest(?:ing|s)?\b|\bsandbox\b|\bdemo\b"
)


@dataclass(frozen=True, slots=True)
class Danger:
    """One unsafe operation; `at_home` when it is fine on one's own machine."""

    operation: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    harm: str
    remedy: str
    at_home: bool = False
    runbook_only: bool = False


_TLS_HARM = "Whoever follows it accepts any server's word for who it is."
_TLS_REMEDY = "Trust the right certificate authority instead of switching verification off."
_AUTH_HARM = "Whoever follows it leaves the system open to anybody who can reach it."
_AUTH_REMEDY = "Show the narrowest permission that does the job."
_DATA_HARM = "Run as written it takes every row, not the ones the reader had in mind."
_DATA_REMEDY = "Add the condition, and show how to look at the rows and take a copy first."
_DANGERS = (
    Danger("pipes a script from an unencrypted address into a shell", ("curl", "wget"),
        re.compile(r"\b(?:curl|wget)\b[^|\n]{0,300}\bhttp://[^|\n]{1,300}\|\s{0,4}(?:sudo\s+)?(?:-\S+\s+){0,3}(?:ba|z)?sh\b"),
        "Anyone on the way can replace the script the reader runs.", "Use https and a checksum."),
    Danger("pipes an unverified script into a shell", ("curl", "wget"),
        re.compile(r"\b(?:curl\b[^|\n]{0,200}\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)\s|wget\b[^|\n]{0,200}\s--no-check-certificate\s)[^|\n]{0,300}\|\s{0,4}(?:sudo\s+)?(?:ba|z)?sh\b"),
        "Anyone on the way can replace the script the reader runs.", "Keep certificate verification on, and have the script downloaded and compared with its published digest before it runs."),
    Danger("switches certificate verification off", ("verify=false", "tls_reject", "sslverify", "strict-ssl", "insecure", "no-check-certificate", "curl -", "trusted-host"),
        re.compile(r"\bverify\s?=\s?False\b|NODE_TLS_REJECT_UNAUTHORIZED[\"']?\]?\s?[=:]\s?[\"']?0|http\.sslVerify[ =]\"?false|strict-ssl[ =]false|--insecure-skip-tls-verify(?!=false)|\bwget\b[^\n]{0,200}--no-check-certificate|\bcurl\b[^\n]{0,200}\s(?:--insecure|-[a-zA-Z]{0,6}k[a-zA-Z]{0,6})\s|GIT_SSL_NO_VERIFY=(?:1|true)|pip3?\s+install\b[^\n]{0,100}--trusted-host"),
        _TLS_HARM, _TLS_REMEDY),
    Danger("makes everything writable for everyone", ("777",),
        re.compile(r"\bchmod\s+(?:-\w*R\w*\s+0?777|0?777\s+-R|0?777\s+/)|\bchmod\s+--recursive\s+0?777"),
        _AUTH_HARM, _AUTH_REMEDY),
    Danger("switches row level security off", ("row level security",),
        re.compile(r"(?i)\bDISABLE\s+ROW\s+LEVEL\s+SECURITY\b"), _AUTH_HARM, "Write the missing policy instead."),
    Danger("grants everything to everyone", ("grant",),
        re.compile(r"(?i)\bGRANT\s+ALL\b[^;\n]{0,200}\bTO\s+(?:PUBLIC|anon|'[^']{0,40}'@'%')"), _AUTH_HARM, _AUTH_REMEDY),
    Danger("force-pushes a shared branch", ("push",),
        re.compile(r"\bgit\s{1,4}push\s{1,4}(?=[^\n]{0,80}(?:\s-f\b|\s--force(?![\w-])|^-f\b|(?<=push )-f\b|(?<=push )--force(?![\w-])))[^\n]{0,80}\b(?:main|master|production)\b(?!:)"),
        "Commits others pushed meanwhile are lost.", "Revert on top, or use --force-with-lease on a branch of one's own."),
    Danger("runs a container with every privilege of the host", ("--privileged",),
        re.compile(r"\b(?:docker|podman|nerdctl)\b[^\n]{0,120}\s--privileged\b(?!=false)(?![^\n]{0,200}(?:binfmt|qemu-user-static|dind))"), _AUTH_HARM, "Name the single capability or device it needs.", at_home=True),
    Danger("switches authentication off", ("auth", "setenforce", "ufw", "iptables", "skip-grant"),
        re.compile(r"(?i)(?<![\w-])--no-auth\b|(?<![^\s`])(?:serve|server|start|run|listen|daemon)(?=\s)[^\n`|]{0,200}\s--auth[= ]none\b|\bauth(?:entication)?[._]enabled\s?[:=]\s?false|(?-i:\b(?:DISABLE_AUTH|AUTH_DISABLED|SKIP_AUTH))\s?[:=]\s?[\"']?(?:1|true)|\bsetenforce 0\b|\bufw disable\b|\biptables\s+-F\b|--skip-grant-tables|\bPermitRootLogin\s+yes\b"),
        _AUTH_HARM, _AUTH_REMEDY, at_home=True),
    Danger("deletes or overwrites every row", ("delete", "update", "truncate"),
        re.compile(r"(?i)(?<![\w-])(?:DELETE\s+FROM\s+[\w.\"`]{1,100}\s{0,4};|UPDATE\s+[\w.\"`]{1,100}\s+SET\s+(?!.{0,1000}\bWHERE\b)[^;\n]{1,300};|TRUNCATE\s+(?:TABLE\s+)?[\w.\"`]{1,100}\s{0,4}(?:CASCADE\s{0,4})?;)"),
        _DATA_HARM, _DATA_REMEDY, at_home=True, runbook_only=True),
    Danger("drops a database or table", ("drop ",),
        re.compile(r"(?i)(?<![\w-])DROP\s+(?:DATABASE|SCHEMA|TABLE)\s+(?:IF\s+EXISTS\s+)?[\w.\"`]{1,100}\s{0,4}(?:CASCADE\s{0,4})?;"),
        "Run against the wrong system it cannot be taken back.", "Show how to take and verify a copy first.", at_home=True, runbook_only=True),
)  # fmt: skip
_RUNBOOK = re.compile(
    r"(?i)run-?_?books?|playbooks?|\bincidents?|(?:^|/)(?:ops|operations|oncall|on-call|sop|maintenance|disaster|recovery|smoke)"
)


@dataclass(frozen=True, slots=True)
class Taught:
    """A dangerous line, and the part of it that is dangerous as it is spelled."""

    danger: Danger
    quote: Quote
    spelled: str

    @property
    def needles(self) -> frozenset[str]:
        return needle(self.spelled)

    def is_custom(self, custom: Custom) -> bool:
        """Whether several documents that nobody touched teach it in the same words."""
        return custom.is_kept(self.spelled, among=_teaches)

    @property
    def remark(self) -> Remark:
        return _remark(self.danger, self.quote)


def unsafe_docs(change: Change, head: Tree) -> Iterator[Taught]:
    """Dangerous instructions the change writes; those it only moves were taught before."""
    moved: frozenset[str] | None = None
    for file in change.files:
        if not file.added or not _teaches(file.path):
            continue
        for taught in _in_file(file, head):
            if moved is None:
                moved = frozenset(
                    text.strip()
                    for other in change.files
                    if _teaches(other.old_path or other.path)
                    for _, text in other.removed
                )
            if taught.quote.text.strip() not in moved:
                yield taught


def _teaches(path: str) -> bool:
    if paths.is_changelog(path) or paths.is_test(path) or paths.is_vendored(path):
        return False
    return paths.is_doc(path) or paths.language_of(path) == "sql" or is_runbook(path)


def is_runbook(path: str) -> bool:
    return _RUNBOOK.search(path) is not None and path.endswith(
        (".md", ".rst", ".txt", ".sql", ".adoc", ".sh")
    )


def _in_file(file: ChangedFile, head: Tree) -> Iterator[Taught]:
    lines: list[str] | None = None
    for number, text in file.added:
        danger = _danger(text[:MAX_LINE], file.path)
        if danger is None:
            continue
        if lines is None:
            lines = (head.read(file.path) or "").split("\n")
        if not (_is_excused(lines, number, danger) or _is_own_option(text, head)):
            found = danger.pattern.search(text[:MAX_LINE])
            spelled = found[0] if found else text
            yield Taught(danger, Quote(path=file.path, text=text, line=number), spelled)


def _is_own_option(line: str, head: Tree) -> bool:
    """Whether the line calls this project's own package, whose options its manual must explain."""
    return any(
        head.exists(f"{folder}{called}/__init__.py")
        for called in _CALLED.findall(line[:MAX_LINE])
        for folder in ("", "src/")
    )


def _danger(line: str, path: str) -> Danger | None:
    lowered = line.lower()
    for danger in _DANGERS:
        if not any(mark in lowered for mark in danger.marks):
            continue
        if danger.runbook_only and not is_runbook(path):
            continue
        if danger.pattern.search(line) and not _LOCAL.search(line):
            return danger
    return None


def _is_excused(lines: list[str], number: int, danger: Danger) -> bool:
    """The line, the words just above it, or its heading warn against it or keep it at home."""
    near = [line[:MAX_LINE] for line in lines[max(0, number - 1 - _NEAR) : number]]
    heading = next(
        (line[:MAX_LINE] for line in reversed(lines[: number - 1]) if line.startswith("#")), ""
    )
    around = [_without_command(near[-1], danger) if near else "", *near[:-1], heading]
    if any(_WARNS.search(line) for line in around):
        return True
    page = lines[max(0, number - 1 - _SAME_PASSAGE) : number - 1]
    page += lines[number : number + _SAME_PASSAGE]
    if any(_WARNS_PLAINLY.search(line[:MAX_LINE]) for line in page):
        return True
    return danger.at_home and any(_AT_HOME.search(line) for line in around)


def _without_command(line: str, danger: Danger) -> str:
    """What the line says besides the command, so that the command's own words do not excuse it."""
    return danger.pattern.sub(" ", line)


def _remark(danger: Danger, quote: Quote) -> Remark:
    return Remark(
        title=f"The instructions teach something that {danger.operation}",
        slug="unsafe-instruction",
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        quotes=(quote,),
        failure_mode=danger.harm,
        mitigation=danger.remedy,
        claim=Claim(Shape.OTHER, danger.operation),
        confidence=75,
    )
