"""Which pull requests are not reviewed, and the one line that says why."""

from __future__ import annotations

from postil.domain.forge import PullRequest

TAGS = ("[no-review]", "[wip]", "[draft]")
"""What an author writes into the title to be left alone; capitals or not."""


def reason_to_skip(pull: PullRequest) -> str:
    """Why nobody looks at this pull request now; empty when somebody should."""
    if not pull.is_open:
        return f"#{pull.number} is closed; reopen it to have it reviewed."
    if pull.is_draft:
        return f"#{pull.number} is a draft; it is reviewed once it is ready for review."
    title = pull.title.lower()
    for tag in TAGS:
        if tag in title:
            return f"#{pull.number} has `{tag}` in its title; take it out to have it reviewed."
    return ""
