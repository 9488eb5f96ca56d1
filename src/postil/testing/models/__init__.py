"""A model provider that answers by a script: real HTTP on loopback, four dialects, a journal.

with ScriptedModels(always(Answer(text="Nothing to report."))) as server:
    ...  # point a client at `server.url`, then ask `server.journal`
"""

from __future__ import annotations

from postil.testing.models.asked import Asked, Dialect, Tool, ToolResult, Turn
from postil.testing.models.journal import Call, Ending, Journal
from postil.testing.models.reply import Answer, Failure, Fault, Pace, Reply, Stop, ToolCall
from postil.testing.models.script import Rule, Rules, Script, ScriptFile, When, always, read_script
from postil.testing.models.server import ScriptedModels
from postil.testing.models.service import Service
from postil.testing.models.tokens import tokens

__all__ = [
    "Answer",
    "Asked",
    "Call",
    "Dialect",
    "Ending",
    "Failure",
    "Fault",
    "Journal",
    "Pace",
    "Reply",
    "Rule",
    "Rules",
    "Script",
    "ScriptFile",
    "ScriptedModels",
    "Service",
    "Stop",
    "Tool",
    "ToolCall",
    "ToolResult",
    "Turn",
    "When",
    "always",
    "read_script",
    "tokens",
]
