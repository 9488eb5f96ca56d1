"""The one table from paths to layers, summary areas and security-sensitive files."""

from __future__ import annotations

from postil.domain.brief import Area, Layer
from postil.domain.paths.kinds import (
    is_config,
    is_doc,
    is_generated,
    is_infrastructure,
    is_lockfile,
    is_test,
    is_vendored,
)
from postil.domain.paths.languages import SERVER_CODE, language_of
from postil.domain.paths.names import Names, place_of, words

_AREAS = (
    (Area.TESTS, is_test),
    (Area.INFRASTRUCTURE, is_infrastructure),
    (Area.DOCS, is_doc),
    (Area.CONFIG, is_config),
)


def area_of(path: str) -> Area:
    """The category a file counts under in summaries; the first that fits, else core logic."""
    return next((area for area, fits in _AREAS if fits(path)), Area.CORE_LOGIC)


# The first row that fits decides. What only one layer writes (a stylesheet, a table
# definition) stands above folder names that several layers use.
_LAYERS: tuple[tuple[Layer, Names], ...] = (
    (
        Layer.UI,
        Names(
            folders="frontend front-end webapp web-app ui gui browser storybook",
            ends=".tsx .jsx .vue .svelte .css .scss .sass .less .styl .html .htm .erb .hbs .ejs"
            " .haml .twig .jinja .jinja2 .j2 .storyboard .xib .xaml .razor .cshtml",
        ),
    ),
    (
        Layer.STORAGE,
        Names(
            folders="migrations migration migrate alembic flyway db database databases dao daos"
            " repository repositories persistence storage orm prisma sql",
            names="schema.rb schema.prisma",
            ends=".sql .prisma",
        ),
    ),
    (
        Layer.API,
        Names(
            folders="api apis routes router routers routing controller controllers handler handlers"
            " endpoint endpoints graphql rest rpc grpc resolvers webhooks webhook server http"
            " serializers middleware middlewares",
            names="urls.py routes.rb routes.py openapi.yaml openapi.yml openapi.json swagger.yaml"
            " swagger.json",
            ends=".proto .graphql .gql .graphqls",
        ),
    ),
    (
        Layer.EXTERNAL,
        Names(
            folders="integrations integration clients gateways gateway connectors connector"
            " adapters adapter providers provider sdk external"
        ),
    ),
    (
        Layer.UI,
        Names(
            folders="components component pages page views view templates screens widgets layouts"
            " styles stylesheets public assets"
        ),
    ),
    (
        Layer.DOMAIN,
        Names(
            folders="domain core services service models model usecases use_cases use-cases logic"
            " business entities entity aggregates"
        ),
    ),
)


def layer_of(path: str) -> Layer | None:
    """The layer a file belongs to; None for tests, documents, settings and what we cannot tell.

    Code in a language of servers that stands in no telling folder counts as domain: it is
    not user interface, and a change over both must be seen as crossing the stack.
    """
    if is_test(path) or is_doc(path) or is_lockfile(path):
        return None
    if is_vendored(path) or is_generated(path):
        return None
    if is_infrastructure(path):
        return Layer.INFRA
    language = language_of(path)
    if is_config(path) and language not in SERVER_CODE:
        return next((layer for layer, names in _LAYERS if names.has_name(path)), None)
    found = next((layer for layer, names in _LAYERS if path in names), None)
    if found is not None:
        return found
    return Layer.DOMAIN if language in SERVER_CODE else None


_SENSITIVE_STARTS = words(
    "auth oauth rls middleware webhook permission rbac vault secret token credential"
)
_HARMLESS_STARTS = words("author tokeniz tokenis")
_SENSITIVE_ANYWAY = words("authoriz authoris")


def is_sensitive(path: str) -> bool:
    """Whether security hangs on this file, told by the beginning of a name on its path.

    `author` and `tokenizer` begin like `auth` and `token` and mean something else;
    a document describes and does not guard.
    """
    if is_doc(path):
        return False
    place = place_of(path)
    if place.ending == ".env" or place.name == ".env" or place.name.startswith(".env."):
        return True
    return any(_guards(name.lstrip("._")) for name in (place.name, *place.folders))


def _guards(name: str) -> bool:
    if name.startswith(_HARMLESS_STARTS) and not name.startswith(_SENSITIVE_ANYWAY):
        return False
    return name.startswith(_SENSITIVE_STARTS)
