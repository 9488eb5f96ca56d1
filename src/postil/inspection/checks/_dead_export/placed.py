"""Folders and files that some frameworks load by where they lie, and whether one does so here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from postil.domain.paths.names import words
from postil.inspection.checks._dead_export.conventions import family_of, is_ours, is_watched
from postil.inspection.checks._dead_export.offers import Offer
from postil.inspection.checks._dead_export.users import Users
from postil.inspection.standing import ancestors
from postil.ports import Hits, Tree

_MOST_CHARACTERS = 500_000
_FOLDERS = {
    "javascript": frozenset(
        words(
            "pages routes api functions plugins plugin middleware composables layouts loaders content"
            " screens lambdas handlers workers types generators"
        )
    ),
    "python": frozenset(
        words("plugins plugin commands hooks middleware functions handlers admin signals lambdas")
    ),
}
_STEMS = {
    "javascript": frozenset(
        words(
            "page layout route loading error template default middleware instrumentation sitemap"
            " robots manifest icon proxy root hooks"
        )
    ),
    "python": frozenset(
        words(
            "settings admin apps models signals tasks conf views routers routes hooks plugins handlers"
            " celery serializers callbacks filters schema compat"
        )
    ),
}
_LISTS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_LOADERS = frozenset(
    words(
        "next nuxt nuxt3 gatsby astro expo-router umi vike vite-plugin-ssr waku solid-start blitz vuepress"
        " vitepress serverless sails egg gridsome quasar nitropack h3 vite-plugin-pages unplugin-vue-router"
        " vite-plugin-vue-layouts fastify-autoload express-file-routing moleculer wrangler firebase-functions"
        " react-native oclif plop hygen vercel netlify-cli keystone keystonejs directus probot hubot"
    )
)
_LOADING_SCOPES = frozenset(
    words(
        "@remix-run @react-router @sveltejs @tanstack @redwoodjs @umijs @solidjs @builder.io @docusaurus"
        " @feathersjs @strapi @adonisjs @midwayjs @nuxt @netlify @vercel @cloudflare @architect @oclif"
        " @loopback @midway @payloadcms @medusajs @directus @backstage @modern-js @rsbuild @analogjs"
        " @azure @google-cloud @serverless @quasar @expo @vuepress"
    )
)
_NO_LOADER = frozenset(words("@tanstack/react-query @tanstack/react-table @tanstack/vue-query"))


def is_placed(path: str) -> bool:
    """Whether a file of ours lies where frameworks that work by place would look for it."""
    if is_watched(path) or not is_ours(path):
        return False
    family = family_of(path)
    *folders, name = path.split("/")
    # What else keeps the file from being followed has nothing to do with frameworks.
    plain = [folder for folder in folders if folder not in _FOLDERS.get(family, ())]
    stem = name.rpartition(".")[0]
    other = "file" if stem in _STEMS.get(family, ()) else stem
    return is_watched("/".join([*plain, f"{other}.{name.rpartition('.')[2]}"]))


def is_taken_by_name(
    offer: Offer, older: Iterable[Offer], found: Mapping[str, Hits], users: Users
) -> bool:
    """Whether other files take what lies beside it by its name, every bit of it that is older.

    Where all of that is imported, nothing is loaded by its place.
    """
    near = [one for one in older if one.name in found]
    own = [one for one in near if one.path == offer.path]
    taken = [users.any_of(one, found[one.name]) for one in own or near]
    alive = all(users.in_own_file(one) or users.any_of(one, found[one.name]) for one in near)
    return alive and any(taken)


def has_loader(path: str, head: Tree) -> bool:
    """Whether a package above the file asks for a framework that loads files by their place."""
    for folder in ancestors(path.rpartition("/")[0]):
        text = head.read(f"{folder}/package.json" if folder else "package.json")
        if text is not None and any(map(_loads, _asked(text[:_MOST_CHARACTERS]))):
            return True
    return False


def _loads(package: str) -> bool:
    scope = package.partition("/")[0]
    return package in _LOADERS or (scope in _LOADING_SCOPES and package not in _NO_LOADER)


def _asked(manifest: str) -> list[str]:
    try:
        package = json.loads(manifest)
    except (ValueError, RecursionError):
        return []
    if not isinstance(package, dict):
        return []
    lists = (package.get(key) for key in _LISTS)
    return [name for one in lists if isinstance(one, dict) for name in one]
