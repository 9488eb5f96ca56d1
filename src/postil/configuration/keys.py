"""The one declaration of every setting; parsing, schema, sample file and documentation follow it."""

from __future__ import annotations

import re

from postil.configuration.key import Key
from postil.configuration.label_keys import LABEL_KEYS
from postil.configuration.model_keys import MODEL_KEYS
from postil.configuration.rules import RuleTable
from postil.configuration.shapes import NAME, PROSE, Choice, Glob, Many, Number, Text, Truth
from postil.configuration.sources import FILES, FLAG_ONLY, OPERATOR
from postil.configuration.tables import (
    AcceptanceTable,
    CapList,
    ChangeName,
    PathRules,
    SuppressionTable,
)
from postil.domain.policy import (
    CiGate,
    ConfidenceRule,
    Event,
    Gate,
    Language,
    Layout,
    OnClean,
    Profile,
    Scanner,
    SummaryIdentity,
    Threads,
    Verify,
)
from postil.domain.severity import Dimension, Severity

LOCK = Many(Text("the name of a setting", re.compile(r"\A[a-z_.]{1,60}\Z")), gather=frozenset)
_SEVERITY_OR_NONE = Choice(Severity, none=True)


KEYS: tuple[Key, ...] = (
    Key(
        name="profile",
        field="profile",
        shape=Choice(Profile),
        help="The set of defaults to start from.",
        example='"panel"',
    ),
    Key(
        name="reviewers",
        field="reviewers",
        shape=Many(NAME),
        help="The roles that read the change.",
        example='["security", "staff-engineer"]',
    ),
    Key(
        name="layout",
        field="layout",
        shape=Choice(Layout),
        help="How the summary is laid out.",
        example='"sections"',
    ),
    Key(
        name="summary",
        field="summary",
        shape=Choice(SummaryIdentity),
        help="Whether one summary is updated in place or each head gets a new one.",
        example='"update"',
    ),
    Key(
        name="on_clean",
        field="on_clean",
        shape=Choice(OnClean),
        help="What to post when there is nothing to say.",
        example='"nothing"',
    ),
    Key(
        name="event",
        field="event",
        shape=Choice(Event),
        help="How a review is posted; `panel` always comments.",
        example='"comment"',
    ),
    Key(
        name="gate",
        field="gate",
        shape=Choice(Gate),
        help="Whether a person decides before anything is written.",
        example='"human"',
    ),
    Key(
        name="threads",
        field="threads",
        shape=Choice(Threads),
        help="Which of our own threads are resolved.",
        example='"leave"',
    ),
    Key(
        name="block_at",
        field="block_at",
        shape=_SEVERITY_OR_NONE,
        help="The mildest severity of an open defect that blocks.",
        example='"high"',
    ),
    Key(
        name="fail_on",
        field="fail_on",
        shape=_SEVERITY_OR_NONE,
        help="The mildest severity at which the command ends with status 1.",
        example='"high"',
    ),
    Key(
        name="ci_gate",
        field="ci_gate",
        shape=Choice(CiGate),
        help="How the verdict reaches continuous integration.",
        example='"status"',
    ),
    Key(
        name="verify",
        field="verify",
        shape=Many(Choice(Verify)),
        help="How findings are verified before they are shown.",
        example='["quote", "questions"]',
    ),
    Key(
        name="language",
        field="language",
        shape=Choice(Language),
        help="The language of the prose: that of the description, a fixed one, or English.",
        example='"english"',
    ),
    Key(
        name="confidence_rule",
        field="confidence_rule",
        shape=Choice(ConfidenceRule),
        help="What becomes of findings with low confidence.",
        example='"minimum"',
    ),
    Key(
        name="min_confidence",
        field="min_confidence",
        shape=Number(0, 100),
        help=(
            "Findings below this confidence are set aside where the rule is `minimum`; so are mild"
            " signs of checks, which have 40, under every rule."
        ),
        example="50",
    ),
    *MODEL_KEYS,
    Key(
        name="noise",
        field="noise",
        shape=Many(Glob()),
        help="Further files that do not count towards the size of a large change.",
        example='["data/**", "*.csv"]',
    ),
    Key(
        name="formatters",
        field="formatters",
        shape=Many(NAME),
        help="Formatters whose business formatting is, so that no finding speaks of it.",
        example='["ruff", "prettier"]',
    ),
    Key(
        name="tag_author",
        field="tag_author",
        shape=Truth(),
        help="Whether a `guided` review names the author at its end, so that they are told.",
        example="false",
    ),
    Key(
        name="allow_partial",
        field="allow_partial",
        shape=Truth(),
        sources=FLAG_ONLY,
        help="Ends with status 0 although something was not looked at, and says so.",
        example="true",
    ),
    Key(
        name="locked",
        shape=LOCK,
        sources=OPERATOR,
        help="Settings that the repository's own file may not change.",
        example='["block_at", "suppress"]',
    ),
    Key(
        name="checks.off",
        field="checks_off",
        shape=Many(NAME, gather=frozenset),
        help="Checks that do not run.",
        example='["dead-export"]',
    ),
    Key(
        name="checks.timeout",
        field="check_timeout",
        shape=Number(1, 3600, unit="seconds", fractions=True),
        help="How long one check may take.",
        example="60.0",
    ),
    Key(
        name="checks.scanners",
        field="scanners",
        shape=Many(Choice(Scanner)),
        help="Scanners to run on the changed files, where they are installed.",
        example='["bandit", "semgrep"]',
    ),
    Key(
        name="caps.notes",
        field="caps.notes",
        shape=Number(1, 25),
        help="The most notes on lines in one review.",
        example="25",
    ),
    Key(
        name="caps.lesser_notes",
        field="caps.lesser_notes",
        shape=Number(0, 25),
        help="How many of them may be medium or low.",
        example="12",
    ),
    *LABEL_KEYS,
    Key(
        name="context.text",
        field="context.text",
        shape=PROSE,
        help="What reviewers should know; it never changes a severity.",
        example='"Payments are handled by another team."',
    ),
    Key(
        name="context.never_lower",
        field="context.never_lower",
        shape=Many(Choice(Dimension), gather=frozenset),
        help="Dimensions whose findings are never lowered.",
        example='["security"]',
    ),
    Key(
        name="context.only",
        field="context.only",
        shape=CapList(),
        help="The highest severity of each dimension's findings.",
        example='{ performance = "low" }',
    ),
    Key(
        name="context.accept",
        field="context.accept",
        shape=Many(AcceptanceTable(), separator="\n"),
        help="Risks that are taken knowingly, each with a reason.",
        example='[{ slug = "state-consistency", reason = "single writer" }]',
    ),
    Key(
        name="context.with",
        field="context.with_changes",
        shape=Many(ChangeName()),
        help="Other changes that go together with this one.",
        example='["owner/repo#12"]',
    ),
    Key(
        name="suppress",
        field="suppress",
        shape=Many(SuppressionTable()),
        sources=FILES,
        help="Findings not to hear about, each with a reason and, best, a last day.",
        example='[{ check = "dead-export", path = "src/legacy/**", reason = "being removed" }]',
    ),
    Key(
        name="rule",
        field="rules",
        shape=Many(RuleTable()),
        sources=FILES,
        help="The team's own rules; `postil explain team-rules` shows what can be said.",
        example='[{ name = "no-print", forbid = "print(", message = "Use the logger." }]',
    ),
    Key(
        name="path",
        shape=PathRules(),
        sources=FILES,
        help="What differs for the files a glob matches.",
        example='{ "src/legacy/**" = { checks_off = ["dead-export"], noise = true } }',
    ),
)

BY_NAME = {key.name: key for key in KEYS}
TABLES = frozenset(key.table for key in KEYS if key.table)
