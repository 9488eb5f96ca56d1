"""The command line's door: finds the commands, runs one, and turns every ending into a status."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

from postil import __version__
from postil.annex import Annex
from postil.cli import _commands
from postil.cli._ahead import annexed
from postil.domain.errors import EXIT_FINE, EXIT_INTERRUPTED, EXIT_OURS, EXIT_USER, PostilError

_GARBAGE = 50_000
"""A run is short and keeps most of what it makes; looking for garbage more often finds none."""

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)

_INTRODUCTION = """\
Reviews a change and keeps every note honest.

\b
Most people need three commands:
  postil review              review the current branch, no key needed
  postil review --staged     review what is about to be committed
  postil explain NAME        what a check, verdict or state means
"""


@click.group(
    cls=_commands.Discovered,
    help=_INTRODUCTION,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="postil")
@click.pass_context
def postil(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave the process with its status; no traceback reaches a user."""
    gc.set_threshold(_GARBAGE)
    _open_streams()
    with annexed(sys.argv[1:] if arguments is None else arguments, os.environ) as annex:
        status = _status(arguments, annex)
    # On the way out the interpreter looks for garbage in all that was ever imported, which takes
    # half a second once a provider's library is; what is frozen it leaves to the system.
    gc.freeze()
    sys.exit(status)


def _open_streams() -> None:
    """Have somewhere to print to, and print what the terminal's encoding lacks as an escape."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # started with the descriptor closed
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _status(arguments: Sequence[str] | None, annex: Annex | None = None) -> int:
    try:
        status = postil.main(args=arguments, prog_name="postil", standalone_mode=False, obj=annex)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show(sys.stderr)
        return EXIT_USER
    except PostilError as error:
        _say(str(error))
        return error.exit_status
    except (BrokenPipeError, _commands.ClosedPipe):
        return _closed_pipe()
    except OSError as error:
        return _refused(error)
    except Exception as error:  # noqa: BLE001 - one of the three edges: the door of the command line
        return _ours(error)
    return status if isinstance(status, int) else EXIT_FINE


def _closed_pipe() -> int:
    """Whoever read our output has seen enough; leave without a word."""
    from postil.wiring import silence_output

    silence_output()
    return EXIT_FINE


def _refused(error: OSError) -> int:
    """The system would not let us; where that is the person's to mend, say how."""
    if error.errno in _NO_ROOM:
        from postil.wiring import silence_output

        silence_output()  # or the rest would be tried again on the way out
        _say(f"something could not be written ({error.strerror}); make room and run this again.")
        return EXIT_USER
    if error.errno == errno.ENOENT and error.filename is None:
        _say("the current folder is gone; change into another one and run this again.")
        return EXIT_USER
    return _ours(error)


def _ours(error: Exception) -> int:
    from postil.wiring import keep_report

    kept = keep_report(error)
    _say(
        f"an error inside Postil ({type(error).__name__}); nothing was written. "
        f"Please report it with the details in `{kept}`."
    )
    return EXIT_OURS


def _say(sentence: str) -> None:
    from postil.cli._screen import note

    note(sentence)
