"""Finds the commands in this folder, and the options every one of them has."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from postil import catalogue

MUST_HAVE = frozenset({"command"})


class ClosedPipe(Exception):
    """Whoever read our output has seen enough. Not an OSError, which click would take for its own."""


class Discovered(click.Group):
    """A group whose commands are the modules of this folder, imported when asked for."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        with _closed_pipe():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipe():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(catalogue.names(_package()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        unit = catalogue.load(_package(), cmd_name, must_have=MUST_HAVE)
        command = unit.module.command
        assert isinstance(command, click.Command)  # noqa: S101 - a misfit is a mistake of ours
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = difflib.get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f"; did you mean `{near[0]}`?" if near else "; `postil --help` lists them."
            raise click.UsageError(f"there is no command `{name}`{hint}", ctx=ctx)
        return super().resolve_command(ctx, args)


@contextmanager
def _closed_pipe() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipe from error


def _package() -> Any:
    from postil import cli

    return cli


def everywhere(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command."""
    for option in (
        click.option("--no-color", is_flag=True, help="No colours, whatever the terminal can do."),
        click.option("-q", "--quiet", is_flag=True, help="Only the result; no progress, no hints."),
    ):
        function = option(function)
    return function
