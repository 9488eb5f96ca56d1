"""The human gate: shows the draft, asks for one of four choices, and lets the person change it."""

from __future__ import annotations

from dataclasses import replace

from postil.cli._terminal import Terminal
from postil.domain.errors import UserError
from postil.domain.finding import Finding
from postil.domain.publication import ReviewEvent
from postil.pipeline.labelling import label_of
from postil.publish import draft_text
from postil.publish.draft import Cancel, Decision, Draft, Post, unattended, word
from postil.render._tables import draft as drawn

CHOICES = "1 post · 2 post with advisory · 3 edit · 4 cancel"
EDITS = "editor · move F3 · remove F3 · reword F3 · event COMMENT · back"
_POST, _POST_ALL, _EDIT, _CANCEL = "1234"
_WORDS = {"post": _POST, "edit": _EDIT, "cancel": _CANCEL}


def decide(draft: Draft, terminal: Terminal | None, *, is_agreed: bool, document: str) -> Decision:
    """What is to be done with the draft; raises when there is nobody to decide.

    `is_agreed` says that the person agreed beforehand to whatever can be posted unseen.
    `document` is where the review was kept.
    """
    if is_agreed:
        return Post(unattended(draft))
    if terminal is None:
        raise UserError(
            "Nothing was posted: this profile asks a person first and there is no terminal to ask "
            f"at. The review is in `{document}`; run `postil publish {document}` at a terminal, or "
            "add `--yes` to post it as a comment."
        )
    return ask(draft, terminal)


def ask(draft: Draft, terminal: Terminal) -> Decision:
    """The person's decision; whoever stops answering has cancelled."""
    return _Gate(terminal).decision(draft)


class _Gate:
    """One person deciding; `unread` is an edited text that could not be read, kept for them."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.unread = ""

    def decision(self, draft: Draft) -> Decision:
        while True:
            self._show(draft)
            choice = self._choice()
            if choice in (_POST, _POST_ALL):
                result = self._posted(replace(draft, with_advisory=choice == _POST_ALL))
                if isinstance(result, Post):
                    return result
                draft = result
            elif choice == _EDIT:
                draft = self._edited(draft)
            else:
                return Cancel()

    def _show(self, draft: Draft) -> None:
        text = drawn(draft.document, draft.inline, draft.advisory, chosen=word(draft.event))
        self.terminal.show(text)
        if label := label_of(draft.document):
            self.terminal.say(f"Label: {label}")
        if draft.removed:
            self.terminal.say(f"Removed: {', '.join(each.number for each in draft.removed)}")
        for finding, doubt in draft.unsettled:
            self.terminal.say(f"To be decided: {finding.number}, {doubt.reason}")

    def _choice(self) -> str:
        while True:
            given = self.terminal.ask(f"{CHOICES}\n>")
            if given is None:
                return _CANCEL
            choice = _WORDS.get(given.lower(), given)
            if choice in (_POST, _POST_ALL, _EDIT, _CANCEL):
                return choice
            self.terminal.say(f"There is no choice `{given}`; type 1, 2, 3 or 4.")

    def _posted(self, draft: Draft) -> Post | Draft:
        """The person's last word; or the draft, when it changed or they want to see it again."""
        placed = draft.inline
        for finding, doubt in draft.unsettled:
            self.terminal.say(f"{finding.number} ({finding.severity}): {finding.title}")
            answer = self.terminal.ask(f"{doubt.reason}.\nKeep it a note, or agree? (keep/agree)")
            if answer not in ("keep", "agree"):
                return draft
            draft = draft.settle(finding.id)
            draft = draft if answer == "keep" else draft.move(finding.number)
        if draft.inline != placed:
            return draft
        if draft.event is ReviewEvent.APPROVE and draft.grave:
            named = ", ".join(each.number for each in draft.grave)
            if self.terminal.ask(f"Still open: {named}. Approve nevertheless? (yes/no)") != "yes":
                return draft
        return Post(draft)

    def _edited(self, draft: Draft) -> Draft:
        given = self.terminal.ask(f"{EDITS}\n>") or "back"
        verb, _, rest = given.partition(" ")
        try:
            return self._changed(draft, verb.lower(), rest.strip())
        except UserError as error:
            self.terminal.say(str(error))
            return draft

    def _changed(self, draft: Draft, verb: str, rest: str) -> Draft:
        if verb == "editor":
            return self._in_editor(draft)
        if verb == "move":
            return draft.move(rest)
        if verb == "remove":
            return draft.remove(rest)
        if verb == "reword":
            return draft.reword(self._reworded(draft.called(rest)))
        if verb == "event":
            return draft.choose(_event(rest))
        if verb != "back":
            raise UserError(f"There is no edit `{verb}`; the edits are: {EDITS}.")
        return draft

    def _reworded(self, finding: Finding) -> Finding:
        self.terminal.say("An empty line keeps the words.")
        return replace(
            finding,
            title=self._words("Title", finding.title),
            failure_mode=self._words("Failure mode", finding.failure_mode),
            mitigation=self._words("Mitigation", finding.mitigation),
        )

    def _words(self, name: str, before: str) -> str:
        self.terminal.say(f"{name}: {before}")
        return self.terminal.ask(">") or before

    def _in_editor(self, draft: Draft) -> Draft:
        """Reads the edited text; what cannot be read is there again when the editor is opened next.

        Emptying the file begins anew.
        """
        text = self.terminal.edit(self.unread or draft_text.written(draft))
        if not text.strip():
            self.unread = ""
            raise UserError("The file was empty, so nothing was changed.")
        try:
            changed = draft_text.read(text, draft)
        except UserError:
            self.unread = text
            raise
        self.unread = ""
        return changed


def _event(given: str) -> ReviewEvent:
    known = {word(event): event for event in ReviewEvent}
    if given.upper() not in known:
        raise UserError(f"There is no event `{given}`; use {', '.join(known)}.")
    return known[given.upper()]
