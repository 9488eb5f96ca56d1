"""The settings that name a label of the pull request for each state of a review."""

from __future__ import annotations

import re

from postil.configuration.key import Key
from postil.configuration.shapes import Text

_LONGEST = 50
_UNFIT = r",\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff"
_NAME = re.compile(
    rf"\A(?!\.{{1,2}}\Z)[^ {_UNFIT}](?:[^{_UNFIT}]{{0,{_LONGEST - 2}}}[^ {_UNFIT}])?\Z"
)
"""What a forge takes for a name; one of dots alone would be another address when it is taken off."""

_LABEL = Text(
    f"a label's name of 1 to {_LONGEST} characters without commas or blanks around it, or `none`",
    _NAME,
    none=True,
)

_STATES = (
    ("blocked", "The label of a pull request that is blocked."),
    ("review", "The label where a high defect is open that does not block."),
    ("notes", "The label where only lesser findings are open."),
    ("clean", "The label where reviewers read all of it and nothing is open."),
    ("checks_only", "The label where nothing is open and only checks looked."),
    ("partial", "The label where something was not looked at and nothing blocks."),
)

LABEL_KEYS: tuple[Key, ...] = tuple(
    Key(
        name=f"labels.{state}",
        field=f"labels.{state}",
        shape=_LABEL,
        help=says,
        example=f'"postil: {state.replace("_", " ")}"',
    )
    for state, says in _STATES
)
