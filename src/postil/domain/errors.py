"""The exception tree; what each branch means to the person at the other end.

PostilError
├── UserError            usage or configuration; shown as it is; exit 2
│   └── NotAvailable     asked for something this installation cannot do; exit 2
├── WorkspaceError       the repository could not be read
│   ├── GitMissing       no usable git; exit 2
│   ├── GitFailed        a git command failed; carries its words
│   └── ToolFailed       a bundled tool failed; becomes a gap
├── DocumentError        a review document with a broken schema or an unknown version
├── StoreError           reviews cannot be kept or read back; exit 2
├── ForgeError           the forge could not be read; exit 2 where it is theirs to mend, else 1
└── ModelError           a model could not be asked or did not answer; becomes a gap
    ├── Unusable         wrong key, unknown model, no money on the account: asking again is no use
    ├── RateLimited      too many calls; `after` says how long to wait, when the provider said
    ├── ModelDown        timeouts, cut streams, server errors: worth another try
    ├── TooLong          the question does not fit the model's window
    ├── Refused          the model declined to answer
    ├── Garbled          the answer could not be read, even after asking again
    └── BudgetSpent      our own limit of money, tokens or time is reached

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


class StoreError(PostilError):
    """The store cannot be used; nothing in it was changed."""

    exit_status = EXIT_USER


class ForgeError(PostilError):
    """The forge did not tell; a read that failed is never taken for an empty one.

    `is_theirs` says that a person can mend it: a wrong token, a missing scope, a wrong number.
    """

    def __init__(self, message: str, *, is_theirs: bool = False) -> None:
        super().__init__(message)
        self.exit_status = EXIT_USER if is_theirs else EXIT_BLOCKED


class ModelError(PostilError):
    """A model could not be asked, or did not answer with something that can be read."""

    exit_status = EXIT_BLOCKED


class Unusable(ModelError):
    """Asking again is no use: a wrong key, an unknown model, a limit on the account."""


class RateLimited(ModelError):
    """`after` is how many seconds the provider asked us to wait; None when it did not say."""

    def __init__(self, message: str, *, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


class ModelDown(ModelError):
    """It may work in a moment: a timeout, a cut stream, a server error."""


class TooLong(ModelError):
    """The question does not fit the model's window."""


class Refused(ModelError):
    pass


class Garbled(ModelError):
    pass


class BudgetSpent(ModelError):
    pass
