"""`postil config`: every setting, its value, and where that value came from."""

from __future__ import annotations

import click

from postil.cli import _commands

_EPILOG = """\b
Examples:
  postil config                        what is in force here, and why
  postil config --init                 write a commented .postil.toml
  postil config --schema > postil.schema.json
"""


@click.command(epilog=_EPILOG)
@click.option("--repo", metavar="PATH", default=".", help="The repository; default: this folder.")
@click.option("--config", metavar="FILE", help="Read this file instead of `.postil.toml` at HEAD.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of `.postil.toml`.")
@click.option("--init", is_flag=True, help="Write a commented `.postil.toml` here.")
@_commands.everywhere
def command(
    *, repo: str, config: str | None, schema: bool, init: bool, quiet: bool, no_color: bool
) -> int:
    """Show the effective configuration; `--schema` and `--init` help to write one."""
    del no_color
    from postil.cli import _configuring

    if schema:
        return _configuring.print_schema()
    if init:
        return _configuring.write_sample(repo)
    return _configuring.show(repo, config, quiet=quiet)
