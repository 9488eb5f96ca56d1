"""Runs the scripted provider as a program, for clients that are programs themselves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from postil.domain.errors import EXIT_FINE, EXIT_USER, UserError
from postil.testing.models.script import read_script
from postil.testing.models.server import ScriptedModels


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m postil.testing.models", description=__doc__)
    parser.add_argument("--script", required=True, type=Path, help="a JSON file of rules")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one (the default)")
    given = parser.parse_args(arguments)
    try:
        file = read_script(given.script.read_bytes())
        server = ScriptedModels(file.script(), file.service, port=given.port).start()
    except (UserError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_USER
    try:  # whoever reads the address may end us before the line after it is reached
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        server.wait()
    except KeyboardInterrupt:
        server.close()
    return EXIT_FINE


if __name__ == "__main__":
    sys.exit(main())
