"""Finds what still names a file or folder that the change moved or deleted."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import is_binary_asset, is_doc, is_test
from postil.inspection.checks._stale_reference.addresses import URL, Addresses
from postil.inspection.checks._stale_reference.everyday import (
    ANYBODYS,
    COMMON,
    PRESCRIBED,
    SETTINGS,
    USUAL,
    is_set_aside,
)
from postil.inspection.checks._stale_reference.gone import FORMS, Gone
from postil.inspection.checks._stale_reference.images import in_tree
from postil.inspection.checks._stale_reference.imports import Imports
from postil.inspection.checks._stale_reference.loads import (
    is_include,
    is_plain_include,
    is_taken_in,
)
from postil.inspection.checks._stale_reference.made import is_made_page, is_record, makes
from postil.inspection.checks._stale_reference.modules import (
    family_of,
    go_package,
    is_in_package,
    is_module,
)
from postil.inspection.checks._stale_reference.path_words import (
    goes_on,
    has_new_name,
    is_amid_words,
    is_asked_for,
    is_build_list_of,
    is_continued,
    is_entry,
    is_filled_in,
    is_for_the_past,
    is_found_by_end,
    is_label_of_another,
    is_linked,
    is_looked_for,
    is_place_of_work,
    is_remark,
    is_rooted,
    is_said,
    is_spelled_as_folder,
    is_template,
    joined,
    leaves_out,
    tokens,
    upwards,
)
from postil.inspection.checks._stale_reference.roots import below_roots
from postil.inspection.checks._stale_reference.scripts import read_as
from postil.inspection.checks._stale_reference.shown import is_another_time, shows_its_own
from postil.inspection.checks._stale_reference.silenced import is_aside
from postil.inspection.checks._stale_reference.sought import is_whole_path, without_pattern
from postil.inspection.checks._stale_reference.spellings import Spellings
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    MILD,
    Stale,
    is_written_anew,
)
from postil.inspection.checks._stale_reference.vendored import names_copy
from postil.inspection.checks._stale_reference.whence import (
    anchor,
    is_address,
    is_rendered,
    is_searched,
    is_tree_of_its_own,
    is_whole,
    starts_elsewhere,
    went_along,
)
from postil.inspection.checks._stale_reference.words import (
    LONGEST_LINE,
    is_deliberate,
    is_distinctive,
    is_left_alone,
    is_test_data,
)
from postil.ports import Hit, Hits, Tree
from postil.syntax import Role, role_at, supports


@dataclass(frozen=True)
class Paths:
    """The paths a change took away, and the tree that may still name them."""

    change: Change
    head: Tree
    gone: tuple[Gone, ...]

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        """Where each file name of interest stands at head; one pass over the listing."""
        wanted = {entry.name for entry in self.gone if not entry.is_folder} | {"__init__.py"}
        stems = {entry.stem for entry in self.gone if not entry.is_folder}
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            name = path.rpartition("/")[2]
            stem = name.partition(".")[0]
            if name in wanted:
                found.setdefault(name, []).append(path)
            if stem in stems and stem != name:
                found.setdefault(stem, []).append(path)
        return {name: tuple(paths) for name, paths in found.items()}

    @cached_property
    def _imports(self) -> Imports:
        return Imports(self.head, self._names)

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.head)

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings(self.change)

    def stale(self, found: Mapping[str, Hits]) -> Iterator[Stale]:
        made = {
            gone.path
            for gone in self.gone
            if any(makes(gone.path, hit, is_folder=gone.is_folder) for hit in found[gone.name].hits)
        }
        # A package goes with its modules, and what names one of these is told by the module.
        for gone in sorted(self.gone, key=lambda gone: gone.stem == "__init__"):
            by_name = found[gone.name].hits
            answered = self._has_form(gone) or self._imports.has_class_aside(gone, found)
            if answered or not made.isdisjoint(upwards(gone.path)):
                continue
            # A document that shows a file of its own means that one wherever it names it.
            aside = {
                hit.path
                for hit in by_name
                if is_doc(hit.path) and shows_its_own(gone.path, hit, self.head)
            }
            seen: set[tuple[str, int]] = set()
            for needle in sorted(gone.needles):
                for hit in found[needle].hits:
                    known = (hit.path, hit.line) in seen or hit.path in aside
                    if known or is_left_alone(hit.path):
                        continue
                    seen.add((hit.path, hit.line))
                    confidence = self._names_it(gone, hit)
                    if confidence:
                        yield from self._stale(gone, hit, needle, confidence)

    def _has_form(self, gone: Gone) -> bool:
        """Whether what the file is filled in from stands somewhere, to be put where it stood."""
        forms = {f"{gone.name}{form}" for form in FORMS}
        return any(path.rpartition("/")[2] in forms for path in self._names.get(gone.stem, ()))

    def _is_elsewhere(self, path: str, gone: Gone, hit: Hit) -> bool:
        """Whether a path that reads as one from the root belongs to another tree, or part of it."""
        below_another = starts_elsewhere(path, gone.path, hit.path, self.head)
        return is_tree_of_its_own(hit.path) or (supports(hit.path) and below_another)

    def _names_it(self, gone: Gone, hit: Hit) -> int:
        """How sure it is that the line means the path that is gone; 0 when it does not."""
        if len(hit.text) > LONGEST_LINE or has_new_name(gone.name, gone.subject.now, hit.text):
            return 0
        if is_record(hit) or is_for_the_past(gone.name, hit):
            return 0
        if (
            went_along(self.change, gone.path, gone.subject.now, hit.path)
            or goes_on(gone.stem, hit.text)
            or not names_copy(gone.path, hit.text)
        ):
            return 0
        text = self._addresses.read(hit.text)
        if gone.is_data:
            return CERTAIN if is_whole_path(gone.path, tokens(text), hit, self.head) else 0
        if gone.is_folder:
            return max((self._weigh_folder(gone, hit, token) for token in tokens(text)), default=0)
        if self._imports.is_import(gone, hit, text):
            return MILD if is_template(hit.path) else CERTAIN
        if self._imports.is_found(gone, hit, text):
            return 0
        if self._imports.is_dotted(gone, text) or self._imports.is_beside(gone, hit):
            return CERTAIN
        return max((self._weigh(gone, hit, token) for token in tokens(text)), default=0)

    def _weigh(self, gone: Gone, hit: Hit, token: str) -> int:
        if token == gone.stem:
            return LIKELY if self._is_listed(gone, hit) else 0
        if gone.name not in token:
            return 0
        if is_taken_in(gone.path, hit):
            return CERTAIN
        if "/" in token:
            return self._weigh_path(gone, hit, token)
        return self._weigh_name(gone, hit, token)

    def _weigh_path(self, gone: Gone, hit: Hit, token: str) -> int:
        """A token with a slash: joined to a folder, an address, or a path."""
        if token == f"/{gone.name}" and is_continued(token, hit.text):
            return self._weigh_name(gone, hit, gone.name)
        joined_to = anchor(token, hit)
        if joined_to is not None:
            meant = posixpath.normpath(posixpath.join(joined_to, token.lstrip("/")))
            return CERTAIN if meant == gone.path else 0
        if gone.path in in_tree(token, hit, self.head):
            return LIKELY
        if is_address(token, hit) and not is_continued(token, hit.text):
            return 0
        if token == f"/{gone.name}" and f"**{token}" in hit.text:
            # A pattern for files of that name wherever they come up.
            return 0
        return self._weigh_whole(gone, hit, token)

    def _weigh_whole(self, gone: Gone, hit: Hit, token: str) -> int:
        """A path from the root, from the file's folder, or the end of one."""
        here = posixpath.dirname(hit.path)
        root = posixpath.normpath(token.lstrip("/"))
        near = posixpath.normpath(posixpath.join(here, token)) if token[0] != "/" else root
        below = below_roots(token, hit, self.head)
        if any(map(self.head.exists, (root, near, *below))):
            return 0
        included = is_include(hit.text) and self._ends_in(token, gone.name)
        if included or is_rendered(root, gone.subject.now, hit):
            return 0
        if gone.path in below:
            return CERTAIN
        if gone.path not in (root, near):
            return self._weigh_tail(gone, hit, token)
        if near != gone.path and self._is_elsewhere(root, gone, hit):
            return 0
        if "/" not in root and near != gone.path and is_doc(hit.path):
            return self._weigh_name(gone, hit, gone.name)
        return CERTAIN

    def _weigh_tail(self, gone: Gone, hit: Hit, token: str) -> int:
        """The end of a path, as far as the place would look for it from another folder."""
        tail = token.lstrip("./")
        if "/" not in tail or not gone.path.endswith("/" + tail):
            return 0
        if self._ends_in(tail, gone.name) or is_asked_for(gone.name, hit):
            return 0
        if is_filled_in(gone.path, tail):
            return 0
        if token.startswith("/") and not is_continued(token, hit.text):
            # An address, which has another root than the tree.
            return 0
        if f"<{tail}>" in hit.text and not is_searched(tail, gone.path, hit.path):
            # In angle brackets a header comes from the system, or from a path told elsewhere.
            return 0
        included = is_include(hit.text) and is_searched(tail, gone.path, hit.path)
        if included or self._spellings.is_taken_out(token):
            return LIKELY
        if is_whole(tail, gone.path, hit.path):
            return 0 if is_doc(hit.path) and gone.stem.lower() in COMMON else LIKELY
        if starts_elsewhere(tail, gone.path, hit.path, self.head):
            return 0
        aside = gone.stem.lower() in COMMON or is_set_aside(gone.path)
        # A document leaves out the one folder that all of the program stands in.
        own = is_doc(hit.path) and gone.path.partition("/")[2] == tail
        return LIKELY if not aside and (own or is_distinctive(gone.stem.replace("-", "_"))) else 0

    def _ends_in(self, tail: str, name: str) -> bool:
        """Whether a file of the tree answers to the end of a path, from whichever folder."""
        return any(f"/{path}".endswith(f"/{tail}") for path in self._names.get(name, ()))

    def _weigh_folder(self, gone: Gone, hit: Hit, token: str) -> int:
        """A folder spelled with a slash, as an entry of an exclusion list, or as a Go package."""
        plain = without_pattern(token)
        if not plain.endswith(gone.name) or is_continued(token, hit.text):
            return CERTAIN if is_in_package(token, gone.path, self.head) else 0
        joined_to = anchor(token, hit)
        if joined_to is not None:
            meant = posixpath.normpath(posixpath.join(joined_to, plain.lstrip("/")))
            return CERTAIN if meant == gone.path else 0
        if token.startswith("/") and not is_rooted(hit):
            return 0
        if hit.path.endswith(".go") or (is_doc(hit.path) and "." in plain.partition("/")[0]):
            return CERTAIN if plain == go_package(self.head, gone.path) else 0
        near = posixpath.normpath(posixpath.join(posixpath.dirname(hit.path), plain))
        below = below_roots(plain, hit, self.head)
        ways = (plain.removeprefix("./").lstrip("/"), near, *below)
        if gone.path not in ways or any(map(self.head.exists, (near, *below))):
            return 0
        if near != gone.path and self._is_elsewhere(gone.path, gone, hit):
            return 0
        if token == plain and is_module(gone.path, self.head):
            return 0
        if is_doc(hit.path) and gone.path.lower() in ANYBODYS:
            # A guide shows what a reader's own tree may look like.
            return CERTAIN if is_linked(gone.name, hit.text) else 0
        spelled = is_spelled_as_folder(gone.name, hit.text)
        if "/" in plain.strip("./") or spelled or is_place_of_work(gone.name, hit.text):
            return CERTAIN
        # A folder that every project has may come back, and the entry waits for it.
        usual = gone.name.lower() in USUAL
        return LIKELY if is_entry(gone.name, hit) and not usual else 0

    def _weigh_name(self, gone: Gone, hit: Hit, token: str) -> int:
        """A file name alone: only when no file is called that any more."""
        if token != gone.name or self._names.get(gone.name) or "." not in token.strip("."):
            return 0
        if is_asked_for(gone.name, hit) or is_label_of_another(gone.path, hit.text):
            return 0
        if is_filled_in(gone.path, gone.name):
            return 0
        if is_binary_asset(gone.path) or f"<{gone.name}>" in hit.text:
            # In angle brackets a header comes from the system, or from a path told elsewhere.
            return 0
        beside = posixpath.dirname(hit.path) == posixpath.dirname(gone.path)
        if beside and not is_doc(hit.path):
            return LIKELY
        if gone.stem.lower() in COMMON or (is_test(hit.path) and not is_doc(hit.path)):
            return 0
        if is_distinctive(gone.stem.replace("-", "_")) or is_linked(gone.name, hit.text):
            return LIKELY
        if is_doc(hit.path):
            # Any project may have settings of that name, and a page may speak of any project.
            own = gone.path == gone.name and not gone.name.endswith(SETTINGS)
            return LIKELY if own and gone.stem.lower() not in PRESCRIBED else 0
        included = is_include(hit.text)
        root = gone.path == gone.name
        pieces = joined(gone.name, hit.text)
        whole = "/" in pieces and is_whole(pieces, gone.path, hit.path)
        if root and not (included or whole) and is_looked_for(hit.path):
            # A program looks for such a file wherever it is started.
            return MILD
        return LIKELY if included or root or whole else 0

    def _is_listed(self, gone: Gone, hit: Hit) -> bool:
        """Whether a build file at or above the place lists the file by its name without ending."""
        return (
            is_build_list_of(gone.path, hit.path)
            and family_of(gone.path) == "c"
            and is_distinctive(gone.stem.replace("-", "_"))
            and not self._names.get(gone.stem)
        )

    def _stale(self, gone: Gone, hit: Hit, needle: str, confidence: int) -> Iterator[Stale]:
        text = self.head.read(hit.path)
        if text is None:
            return
        spelled = gone.name if gone.name in hit.text else needle
        column = max(hit.text.find(spelled), 0)
        role = role_at(read_as(hit.path, text), text, hit.line, column)
        in_words = role in (Role.COMMENT, Role.PROSE) and not is_plain_include(hit)
        if role is Role.CODE and is_remark(hit) and is_deliberate(hit.text, gone.name):
            return
        if in_words and (
            is_deliberate(hit.text, gone.name)
            or (role is Role.COMMENT and is_aside(gone.name, hit, text, self.change))
            or is_written_anew(self.change, hit.path, hit.line, hit.text)
            or (is_doc(hit.path) and is_another_time(text, hit.line))
        ):
            return
        is_link = gone.name not in URL.sub(" ", hit.text) and gone.name in hit.text
        in_words = (
            in_words
            or is_link
            or (role is Role.STRING and self._imports.is_in_docstring(gone, hit))
        )
        if role is Role.STRING and (
            is_said(gone.name, hit.text)
            or (
                is_test(hit.path)
                and (is_asked_for(gone.name, hit) or not self._imports.is_loaded(gone, hit))
            )
        ):
            return
        if is_asked_for(gone.name, hit) and is_written_anew(
            self.change, hit.path, hit.line, hit.text
        ):
            # Who compares with a path while taking it away knows that it is the old one.
            return
        taken_in = is_taken_in(gone.path, hit)
        if (is_test_data(hit.path) and not taken_in) or is_made_page(hit.path, text):
            return
        imported = self._imports.is_import(gone, hit, hit.text)
        is_code = not in_words and (imported or not leaves_out(hit, text))
        if confidence < CERTAIN and (
            is_amid_words(gone.name, hit, role)
            or (is_code and is_found_by_end(gone.subject.now, hit))
        ):
            confidence = MILD
        yield Stale(
            subject=gone.subject,
            path=hit.path,
            line=hit.line,
            text=hit.text,
            is_code=is_code,
            confidence=confidence,
        )
