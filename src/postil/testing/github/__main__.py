"""Runs the stand-in by hand over a repository on disk, for clients that are programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from postil.domain.errors import EXIT_FINE, EXIT_USER
from postil.testing.github.git import GitRefused
from postil.testing.github.hub import FakeGitHub


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m postil.testing.github", description=__doc__)
    parser.add_argument("--repository", required=True, metavar="OWNER/NAME=FOLDER")
    parser.add_argument("--head", required=True, help="the branch of the pull request")
    parser.add_argument("--base", default="main", help="what it is against (default: main)")
    parser.add_argument("--user", default="octocat", help="who opened it, and owns the token")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one (the default)")
    given = parser.parse_args(arguments)
    name, _, folder = given.repository.partition("=")
    owner, _, short = name.partition("/")
    if not (owner and short and folder):
        sys.stderr.write(f"`{given.repository}` is not OWNER/NAME=FOLDER\n")
        return EXIT_USER
    try:
        hub = FakeGitHub(port=given.port, contract=False)
    except OSError as error:
        sys.stderr.write(f"port `{given.port}` cannot be used: {error}\n")
        return EXIT_USER
    try:
        user = hub.user(given.user)
        repository = hub.repository(owner, short, Path(folder))
        pull = hub.pull(repository, head=given.head, base=given.base, author=user)
    except (OSError, GitRefused) as error:
        hub.close()
        sys.stderr.write(f"`{given.repository}` cannot be served: {error}\n")
        return EXIT_USER
    hub.grant(repository, user, "write")
    hub.start()
    address = f"{hub.url}/{repository.full_name}/pull/{pull.number}"
    try:  # whoever reads the address may end us before the line after it is reached
        sys.stdout.write(f"{hub.url}\ntoken {hub.token(user)}\n{address}\n")
        sys.stdout.flush()
        hub.wait()
    except KeyboardInterrupt:
        hub.close()
    return EXIT_FINE


if __name__ == "__main__":
    sys.exit(main())
