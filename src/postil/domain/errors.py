"""The exception tree; what each branch means to the person at the other end.

PostilError
├── UserError            usage or configuration; shown as it is; exit 2
│   └── NotAvailable     asked for something this installation cannot do; exit 2
├── WorkspaceError       the repository could not be read
│   ├── GitMissing       no usable git; exit 2
│   ├── GitFailed        a git command failed; carries its words
│   └── ToolFailed       a bundled tool failed; becomes a gap
└── DocumentError        a review document with a broken schema or an unknown version

Being unable to look is not an exception but a `Gap`; not finding anything is neither.
"""

from __future__ import annotations

EXIT_FINE = 0
EXIT_BLOCKED = 1
EXIT_USER = 2
EXIT_OURS = 3
EXIT_INTERRUPTED = 130


class PostilError(Exception):
    """Everything we raise on purpose; the text is one sentence for a person."""

    exit_status = EXIT_OURS


class UserError(PostilError):
    exit_status = EXIT_USER


class NotAvailable(UserError):
    """A part that is not there: not configured, not installed, or not built into this version."""


class WorkspaceError(PostilError):
    exit_status = EXIT_USER


class GitMissing(WorkspaceError):
    pass


class GitFailed(WorkspaceError):
    """A git command that should have worked did not; `said` is what it printed."""

    def __init__(self, message: str, *, said: str = "") -> None:
        super().__init__(message)
        self.said = said


class ToolFailed(WorkspaceError):
    pass


class DocumentError(PostilError):
    exit_status = EXIT_USER
