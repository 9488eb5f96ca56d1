"""Names and files that a framework or a tool looks for, so that nobody imports them."""

from __future__ import annotations

import re

from postil.domain.paths import (
    is_changelog,
    is_generated,
    is_lockfile,
    is_migration,
    is_minified,
    is_seed_data,
    is_snapshot,
    is_test,
    is_vendored,
    language_of,
)
from postil.domain.paths.names import words
from postil.syntax import supports

_STUB = ".pyi"
"""Files that describe types for checkers, which no program takes from."""
_LONGEST_PATH = 1_000
_WIDEST = 2_000
FAMILIES = {
    **dict.fromkeys(("javascript", "typescript", "tsx"), "javascript"),
    "python": "python",
    "go": "go",
    "rust": "rust",
}
_FOLDERS = {
    "javascript": frozenset(
        words(
            "pages routes api functions plugins plugin middleware composables layouts loaders"
            " scripts script bin tools examples example demo demos playground playgrounds docs"
            " stories .storybook .github templates template benchmark benchmarks bench codemods"
            " generators content stubs mocks __mocks__ screens lambdas handlers workers types deno_dist"
        )
    ),
    "python": frozenset(
        words(
            "scripts script bin tools examples example demo docs plugins plugin commands hooks"
            " middleware templatetags lambdas functions handlers dags versions notebooks benchmarks"
            " bench admin signals recipes"
        )
    ),
    "go": frozenset(words("examples example testutil testutils mocks mock plugins hack tools gen")),
    "rust": frozenset(words("examples benches tests fuzz")),
}
_STEMS = {
    "javascript": frozenset(
        words(
            "page layout route loading error template default not-found global-error middleware"
            " instrumentation sitemap robots manifest opengraph-image icon proxy root"
            " entry.client entry.server hooks.server hooks.client hooks gulpfile gruntfile"
            " karma.conf protractor.conf server.config service-worker sw preload setupTests"
            " gatsby-node gatsby-browser gatsby-ssr gatsby-config mdx-components +page +layout"
            " +server +page.server +layout.server +error"
        )
    ),
    "python": frozenset(
        words(
            "__main__ settings urls admin apps models signals manage wsgi asgi setup noxfile"
            " fabfile tasks conf conftest views routers routes hooks plugins handlers celery"
            " gunicorn hatch_build sitecustomize usercustomize lambda_function serializers"
            " callbacks filters dodo locustfile schema compat _compat"
        )
    ),
    "go": frozenset(words("doc tools export_test test testing mock fake")),
    "rust": frozenset(words("build")),
}
_ENDS = tuple(
    words(
        ".config .stories .story .d .page .layout .route .loader .server .worker .setup .fixture"
        " .fixtures .mock .mocks .entity .migration .gen .generated .conf .rc .bench"
    )
)
_NAMES = frozenset(
    words(
        "default loader action clientLoader clientAction links meta headers handle shouldRevalidate"
        " ErrorBoundary HydrateFallback getServerSideProps getStaticProps getStaticPaths"
        " getInitialProps generateMetadata generateStaticParams generateViewport metadata viewport"
        " dynamic dynamicParams revalidate fetchCache runtime preferredRegion maxDuration config"
        " handler main setup teardown up down load actions prerender ssr csr trailingSlash entries"
        " GET POST PUT PATCH DELETE HEAD OPTIONS activate deactivate register onRequest"
        " onRequestGet onRequestPost handleError handleFetch reroute init run seed options"
        " lambda_handler application app upgrade downgrade includeme load_tests setup_module"
    )
)
_PREFIXES = ("pytest_", "test_", "Test", "Benchmark", "Fuzz", "Example", "onPre", "onPost")
_PLAIN_DECORATORS = re.compile(
    r"\A@(?:dataclasses\.)?(?:dataclass|attr\.s|attrs\.\w+|define|frozen|total_ordering|final|cache"
    r"|overload|runtime_checkable|lru_cache|cached|contextmanager|asynccontextmanager|unique|wraps"
    r"|no_type_check|staticmethod|functools\.\w+|contextlib\.\w+|typing\.\w+|enum\.\w+)\b"
)
_PLAIN_ATTRIBUTES = ("#[derive", "#[inline", "#[must_use", "#[doc", "#[non_exhaustive", "#[repr")
_FOUND_BY_BASE = re.compile(r"\A\s*class\s+\w+\s*(?:\[[^\]]{0,200}\])?\(([^)]{0,500})\)")
_BASE_WORD = re.compile(r"[\w.]+")
_RAISED = re.compile(r"(?:Error|Exception|Warning)\Z")
"""How the names of errors end: a class of them is raised and caught by name, and found by nobody."""
_MOST_BASES = 4
_INERT_BASES = frozenset(
    words(
        "object Exception ValueError TypeError KeyError RuntimeError LookupError OSError Enum"
        " IntEnum StrEnum Flag NamedTuple TypedDict Protocol ABC Generic dict list str int tuple"
        " set float total False True BaseModel"
    )
)


_KIT = "/components/ui/"
"""Where component kits put what they generate, each part of it exported whether used or not."""


def is_followed(path: str) -> bool:
    """Whether the grammar tells every use in a file; a component's template it does not read."""
    return supports(path) and language_of(path) not in ("vue", "svelte")


def family_of(path: str) -> str:
    """The language whose exports are followed; empty for other files."""
    return FAMILIES.get(language_of(path) or "", "")


def is_ours(path: str) -> bool:
    """Whether it is code of the project that is no test and that no tool wrote."""
    if not family_of(path) or len(path) > _LONGEST_PATH:
        return False
    if is_test(path) or is_migration(path) or is_seed_data(path) or is_generated(path):
        return False
    return not (is_vendored(path) or is_minified(path) or path.endswith(_STUB))


def is_watched(path: str) -> bool:
    """Whether a file's exports are meant for the files around it."""
    if not is_ours(path):
        return False
    family = family_of(path)
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0]
    if stem in _STEMS[family] or _FOLDERS[family].intersection(folders):
        return False
    if family == "javascript" and f"/{path}".find(_KIT) >= 0:
        return False
    return family != "javascript" or not (stem.endswith(_ENDS) or stem.startswith("."))


def is_silent(path: str) -> bool:
    """Whether a mention in this file is no use: history, foreign or squeezed code, recordings."""
    return (
        is_changelog(path)
        or is_vendored(path)
        or is_minified(path)
        or is_lockfile(path)
        or is_snapshot(path)
    )


def is_conventional(name: str) -> bool:
    """Whether tools and frameworks look for the name itself."""
    return name in _NAMES or name.startswith(_PREFIXES) or name.startswith("__")


def is_registered(lines: list[str], line: int, *, family: str) -> bool:
    """Whether something besides an import brings the definition on this line to life."""
    above = line - 2
    while above >= 0:
        text = lines[above][:_WIDEST].strip()
        if family == "go" and text.startswith(("//export", "//go:")):
            return True
        if _is_mark(text, family):
            return True
        if not text.startswith(("@", "#[", "///", "//")):
            break
        above -= 1
    own = lines[line - 1][:_WIDEST]
    return (family == "javascript" and own.lstrip().startswith("@")) or (
        family == "python" and _has_living_base(own) and not _is_error(own, lines)
    )


def _is_mark(text: str, family: str) -> bool:
    """Whether a line above a definition is a decorator or attribute that may register it."""
    if family == "python":
        return text[:1] == "@" and _PLAIN_DECORATORS.match(text) is None
    if family == "rust":
        return text.startswith("#[") and not text.startswith(_PLAIN_ATTRIBUTES)
    return family == "javascript" and (text[:1] == "@" or text in (")", "})"))


def _has_living_base(line: str) -> bool:
    """Whether a class extends something that may keep a list of its children."""
    bases = _FOUND_BY_BASE.match(line)
    if bases is None:
        return "(" in line and line.lstrip().startswith("class ")
    return any(
        word.rpartition(".")[2] not in _INERT_BASES and not word.isdigit()
        for word in _BASE_WORD.findall(bases[1].partition("[")[0])
    )


def _is_error(line: str, lines: list[str]) -> bool:
    """Whether a class is an error by what it extends, through classes of its file if need be."""
    for _ in range(_MOST_BASES):
        bases = _FOUND_BY_BASE.match(line)
        first = bases[1].partition(",")[0].strip() if bases is not None else ""
        if not first or (bases is not None and "=" in bases[1]):
            return False
        if _RAISED.search(first):
            return True
        starts = (f"class {first}(", f"class {first} (")
        line = next((one[:_WIDEST] for one in lines if one.startswith(starts)), "")
    return False
