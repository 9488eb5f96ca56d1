"""`postil review`: reviews a change and prints what it found."""

from __future__ import annotations

from typing import Any

import click

from postil.cli import _commands, _earlier_options, _forge_options, _panel_options

_FORMATS = ("terminal", "markdown", "json", "sarif", "html", "junit")
_SEVERITIES = ("critical", "high", "medium", "low", "nit")

_EPILOG = """\b
Examples:
  postil review                          the current branch against the default branch
  postil review --staged                 what is about to be committed
  postil review main..topic              a range; A...B takes the merge base
  postil review HEAD~1                   one commit
  postil review --format html --output review.html
  postil review --json --fail-on high    for scripts: JSON, exit 1 at high or worse
  postil review --model anthropic:claude-sonnet-5-5 --spec docs/refunds.md
\b
Again, after a fix; what was found before is yours to keep, or a store's:
  postil review --json --prior first.json --feedback replies.md
  postil review --json --prior first.json --last-sha 3f2c1ab --scope delta \\
      --prior-fix-range 3f2c1ab..HEAD
\b
Exit status: 0 fine, 1 the verdict blocks or something could not be looked at,
2 yours to fix, 3 ours.
"""


@click.command(epilog=_EPILOG, context_settings={"max_content_width": 100})
@click.argument("target", required=False)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--base", metavar="REF", help="What to compare with; default: the default branch.")
@click.option("--head", metavar="REF", help="What to review; default: HEAD.")
@click.option("--staged", is_flag=True, help="Review what is staged.")
@click.option("--worktree", is_flag=True, help="Review all uncommitted work, new files included.")
@click.option("--profile", metavar="NAME", help="panel, sections, guided or threads.")
@click.option("--format", "format_", type=click.Choice(_FORMATS), help="How to print the review.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", metavar="FILE", help="Write the review to a file.")
@click.option("--document", metavar="FILE", help="Also write the full review document (JSON).")
@click.option("--layout", metavar="NAME", help="For markdown: sticky, sections, tables, summary.")
@click.option("--fail-on", type=click.Choice(_SEVERITIES), help="Exit 1 at this severity or worse.")
@click.option("--only", metavar="CHECK", multiple=True, help="Run only this check (repeatable).")
@click.option("--context", metavar="TEXT|KEY=VALUE", multiple=True, help="Facts the review needs.")
@click.option("--sarif", metavar="FILE", multiple=True, help="A scanner's report (repeatable).")
@click.option("--scan", metavar="NAME", multiple=True, help="Run bandit, gosec, opengrep, semgrep.")
@click.option("--full-pass", is_flag=True, help="Force all eight passes.")
@click.option("--quick", is_flag=True, help="No forced passes.")
@click.option("--no-model", is_flag=True, help="Checks only, even when a model is configured.")
@_panel_options.options
@_earlier_options.options
@click.option("--allow-partial", is_flag=True, help="Exit 0 although something was not seen.")
@click.option(
    "--config", metavar="FILE", help="Use this file instead of `.postil.toml` at the base."
)
@click.option("--timeout", type=float, metavar="SECONDS", help="The longest it may take.")
@click.option("--timings", is_flag=True, help="Show how long each part took.")
@click.option("--no-network", is_flag=True, help="Refuse anything that would need the network.")
@click.option(
    "--store",
    metavar="PATH|none",
    help="Where reviews are kept; default: your state folder, none with --json or --only.",
)
@_forge_options.options
@_commands.everywhere
def command(target: str | None, **given: Any) -> int:
    """Review a change with the zero-token checks; no key, no account, nothing leaves the machine.

    With --model a panel of reviewers reads it, too; only then is anything sent anywhere.

    TARGET is a range (A..B or A...B) or a commit; without it the current branch is reviewed
    against the merge base with the default branch.
    """
    from postil.cli import _reviewing

    return _reviewing.run(target, given)
