"""Kinds of files that rules speak of by a noun: workflows, Dockerfiles, migrations, components."""

from __future__ import annotations

import re

_ANY_CASE = re.IGNORECASE
_KINDS = (
    (
        r"(?:ci\s|github\s|gitlab\s|actions\s){0,2}(?:workflows?|pipelines?)|github\sactions|ci(?:\s(?:jobs?|steps?|scripts?|config\w{0,8}))?",
        r"(?:^|/)(?:\.github/(?:workflows|actions)/|\.circleci/|\.buildkite/|\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|jenkinsfile|\.woodpecker|ci/)",
    ),
    (
        r"(?:docker|container)\s?files?|docker(?:\simages?)?|(?:base\s|container\s)?images?",
        r"(?:^|/)(?:[\w.-]*dockerfile[\w.-]*|containerfile|(?:docker-)?compose[\w.-]*\.ya?ml)$|\.dockerfile$",
    ),
    (r"(?:docker[\s-])?compose(?:\sfiles?)?", r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$"),
    (
        r"(?:kubernetes\s|k8s\s)?manifests?|helm\scharts?|charts?|kubernetes|k8s",
        r"(?:^|/)(?:k8s|kube|kubernetes|deploy\w*|manifests?|charts?|helm|infra)/.*\.ya?ml$",
    ),
    (r"makefiles?", r"(?:^|/)(?:gnu)?makefile$|\.mk$"),
    (r"(?:shell\s|bash\s)scripts?", r"\.(?:sh|bash|zsh|ksh)$|(?:^|/)(?:bin|scripts?)/[^/.]+$"),
    (r"scripts?", r"\.(?:sh|bash|zsh|ps1)$|(?:^|/)(?:bin|scripts?|tools)/"),
    (r"(?:database\s|db\s|sql\s|schema\s)?migrations?", r"migrat|(?:^|/)versions/"),
    (r"(?:html\s|email\s)?templates?", r"template|\.(?:html?|erb|haml|j2|jinja2?|hbs|ejs|twig|blade\.php|tmpl)$"),
    (r"style\s?sheets?|styles", r"\.(?:s?css|sass|less|styl)$"),
    (r"(?:c\s|c\+\+\s)?headers?(?:\sfiles?)?", r"\.(?:h|hh|hpp|hxx)$"),
    (r"(?:react\s|vue\s|ui\s|svelte\s)?components?", r"component|\.(?:tsx|jsx|vue|svelte)$"),
    (r"playbooks?|ansible\stasks?", r"playbook|(?:^|/)(?:tasks|roles)/"),
    (r"notebooks?", r"\.ipynb$"),
)  # fmt: skip
_LAYERS = (
    "controllers?|handlers?|services?|models?|views?|routes?|routers?|resolvers?|serializers?|reducers?|selectors?"
    "|hooks?|adapters?|repositories|middlewares?|plugins?|jobs?|workers?|stores?|entities|schemas?|providers?|pages?"
)
KIND = rf"(?:(?:{'|'.join(words for words, _ in _KINDS)}|{_LAYERS})(?:\s(?:files?|code|classes))?)"
_COMPILED = tuple(
    (
        re.compile(rf"(?:{words})(?:\s(?:files?|code|classes))?", _ANY_CASE),
        re.compile(shape, _ANY_CASE),
    )
    for words, shape in _KINDS
)
_NAMED = re.compile(rf"\b{KIND}\b", _ANY_CASE)


def shape_of(noun: str) -> re.Pattern[str]:
    """What the paths of such files look like; a layer's have its name in them."""
    plain = " ".join(noun.split())
    for words, shape in _COMPILED:
        if words.fullmatch(plain):
            return shape
    stem = plain.split()[0].lower().removesuffix("ies").removesuffix("s")
    return re.compile(re.escape(stem), _ANY_CASE)


def file_kind(text: str) -> str:
    """The noun of such a kind that a text names; empty when it names none."""
    match = _NAMED.search(text)
    return match[0] if match else ""
