"""Fails when the pure packages are not covered to the last branch or the whole falls under 90 %."""

from __future__ import annotations

import io
import sys

from coverage import Coverage

PURE = ("domain", "configuration", "syntax", "understand", "judge", "track", "render")
LEAST_OVERALL = 90.0
WHOLE = 100.0


def percent(coverage: Coverage, include: list[str] | None, *, show: bool = False) -> float:
    """Covered share of lines and branches; what is missing is printed when asked."""
    printed = io.StringIO()
    result = coverage.report(
        file=printed, include=include, skip_covered=True, show_missing=True, ignore_errors=True
    )
    if show and result < WHOLE:
        print(printed.getvalue())
    return result


def main() -> int:
    coverage = Coverage()
    coverage.load()
    pure = percent(coverage, [f"src/postil/{name}/**" for name in PURE], show=True)
    overall = percent(coverage, None)
    print(f"coverage: pure packages {pure:.2f} % (100 asked), overall {overall:.2f} % (90 asked)")
    return 0 if pure >= WHOLE and overall >= LEAST_OVERALL else 1


if __name__ == "__main__":
    sys.exit(main())
