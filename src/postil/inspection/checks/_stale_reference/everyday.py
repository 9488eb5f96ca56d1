"""Names of files and folders that any project may have."""

from __future__ import annotations

from postil.domain.paths import without_address
from postil.domain.paths.names import words

COMMON = frozenset(
    words(
        "index main readme license makefile dockerfile __init__ setup package config conftest mod lib"
        " manifest requirements tox travis gemfile rakefile docker-compose example sample demo hello schema"
        " app utils types test tests helpers constants settings manage cargo pyproject tsconfig"
    )
)
ASIDE = frozenset(words("example examples sample samples demo demos benchmarks playground"))
USUAL = ASIDE | set(words("test tests spec specs doc docs support bin build dist tools scripts"))
ANYBODYS = USUAL | set(words("lib src app core public assets static config"))
PRESCRIBED = frozenset(
    words(
        "gulpfile gruntfile webpack rollup vite vitest babel jest karma eslint prettier postcss tailwind"
        " bower component composer phpunit pom build settings procfile vagrantfile jenkinsfile global configure"
    )
)
"""What tools call the file that each project writes for them."""
SETTINGS = (".nix", ".toml", ".yml", ".yaml", ".json", ".lock", ".cfg", ".ini", ".env", "rc")


def is_set_aside(path: str) -> bool:
    """Whether a file lies in a folder of examples or measurements."""
    return not ASIDE.isdisjoint(without_address(path).split("/"))
