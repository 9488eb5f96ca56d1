"""Writes everything that is made from the code: schemas, and the reference pages in docs/."""

from __future__ import annotations

import json
import sys
from importlib import resources
from pathlib import Path

from postil import configuration, schemas
from postil.inspection import checks
from postil.wiring import known_checks

ROOT = Path(__file__).resolve().parents[1]
_CASES = "\n## Cases"


def files() -> dict[str, str]:
    """Path in the repository to text, for every generated file."""
    made = {
        f"src/postil/schemas/{name}": data.decode() for name, data in schemas.schema_files().items()
    }
    made["src/postil/schemas/configuration.schema.json"] = (
        json.dumps(configuration.schema(), indent=2) + "\n"
    )
    made["docs/checks.md"] = check_reference()
    made["docs/settings.md"] = settings_reference()
    return made


def check_reference() -> str:
    parts = ["# Checks\n\nMade by `make docs` from each check's page.\n"]
    for unit in known_checks():
        name = f"{unit.name.replace('-', '_')}.md"
        page = resources.files(checks).joinpath(name).read_text(encoding="utf-8")
        prose = page.partition(_CASES)[0].strip()
        parts.append("\n".join(_deeper(line) for line in prose.split("\n")) + "\n")
    return "\n".join(parts)


def _deeper(line: str) -> str:
    """Headings of a page become one level less, under the reference's own."""
    return f"#{line}" if line.startswith("#") else line


def settings_reference() -> str:
    rows = "\n".join(
        f"| `{row.name}` | {row.fits} | {'yes' if row.repository_may_set else 'no'} | {row.help} |"
        for row in configuration.describe()
    )
    return (
        "# Settings\n\nMade by `make docs`. In `.postil.toml` at the base commit where the third "
        "column says yes; everywhere as `POSTIL_…` variables and flags.\n\n"
        f"| key | value | in a repository | |\n| --- | --- | --- | --- |\n{rows}\n"
    )


def main() -> int:
    for name, text in files().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
