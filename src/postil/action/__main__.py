"""`python -m postil.action`: runs one review as a step of a GitHub Actions job."""

from __future__ import annotations

import os
import sys

from postil.action.step import run

if __name__ == "__main__":
    sys.exit(run(os.environ))
