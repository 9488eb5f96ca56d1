"""What a sentence says must not be edited, or not be added to; each token is a number in backticks."""

from __future__ import annotations

import re

from postil.inspection.prohibitions import LIST, NOUN, SOFT, STRONG

_EDIT = r"(?:edit|modify|change|touch|alter|update|patch|rewrite|hand-edit|make\s(?:any\s)?changes\s(?:to|in))"
_EDITED = r"(?:edited|modified|changed|touched|altered|updated|patched)"
_FILES = (
    r"(?:\s(?:any|the|existing|files?|code|anything|of|in|under|inside|within|from|below|old|applied|committed|generated"
    r"|migrations?|folder|directory|contents)){0,5}"
)
MODIFY = re.compile(
    rf"\b(?:{STRONG}|{SOFT})(?:\s(?:ever|directly|manually|please))?\s{_EDIT}(?:\sor\s\w{{3,12}})?{_FILES}\s(?P<wrong>{LIST})"
    rf"|(?:\b(?:files?|code|anything|everything)\s(?:in|under|inside|below)\s(?:the\s)?)?(?P<kept>{LIST}){NOUN}\s(?:must|may|shall|should)\s(?:not|never)\s(?:ever\s)?be\s(?:\w{{3,12}}\sor\s)?{_EDITED}",
    re.IGNORECASE,
)
PUT = re.compile(
    rf"\b{STRONG}\s(?:(?:add|put|place|create)(?:\s(?:any|new|files?|code|anything|modules?|more|things|tests?)){{1,4}}"
    rf"\s(?:to|in|into|under|inside)|commit(?:\s(?:any|the|your|files?|in|under|inside|to|changes))?)\s(?P<wrong>{LIST})"
    r"|\b(?:(?:new\s)?(?:files?|code|modules?)\s(?:must|may|shall)\s(?:not|never)|(?:nothing|no\s(?:new\s)?(?:files?|code|modules?))\s(?:new\s)?(?:must|may|shall))"
    rf"\s(?:ever\s)?be\s(?:added|put|placed|created|written|saved|stored|committed)\s(?:to|in|into|under|inside|below)\s(?P<kept>{LIST})",
    re.IGNORECASE,
)
PUT_THINGS = re.compile(
    rf"\b{STRONG}\s(?:add|put|place|create|store|save|write|drop|record|download|generate)(?:\s(?!secrets?\b|passwords?\b|tokens?\b|keys?\b|credentials?\b|logic\b|personal\b|large\b|binar)[a-z][\w-]{{1,20}}){{0,3}}?"
    rf"\s(?:to|in|into|under|inside|below)\s(?P<wrong>{LIST})",
    re.IGNORECASE,
)
"""What is put there may be anything; whether an example does so shows in the example."""
