"""Which language a file is written in, told by its name."""

from __future__ import annotations

from postil.domain.paths.names import place_of, words

_LANGUAGES = {
    "bash": words(".sh .bash .zsh .ksh .bats"),
    "c": words(".c .h"),
    "cpp": words(".cc .cpp .cxx .c++ .hh .hpp .hxx .ipp .inl .tpp .cu .cuh"),
    "csharp": words(".cs .csx"),
    "css": words(".css .scss .sass .less .styl"),
    "clojure": words(".clj .cljs .cljc .edn"),
    "dart": words(".dart"),
    "elixir": words(".ex .exs .eex .heex .leex"),
    "erlang": words(".erl .hrl"),
    "go": words(".go"),
    "graphql": words(".graphql .gql .graphqls"),
    "groovy": words(".groovy .gradle"),
    "haskell": words(".hs .lhs"),
    "hcl": words(".tf .tfvars .hcl .nomad"),
    "html": words(".html .htm .xhtml .jinja .jinja2 .j2 .hbs .mustache .ejs .erb .haml .twig"),
    "java": words(".java"),
    "javascript": words(".js .jsx .mjs .cjs"),
    "json": words(".json .jsonc .json5 .ndjson .jsonl"),
    "julia": words(".jl"),
    "kotlin": words(".kt .kts"),
    "lua": words(".lua"),
    "markdown": words(".md .markdown .mdx .mdown .mkd"),
    "nix": words(".nix"),
    "ocaml": words(".ml .mli"),
    "perl": words(".pl .pm .t"),
    "php": words(".php .phps .phtml"),
    "powershell": words(".ps1 .psm1 .psd1"),
    "protobuf": words(".proto"),
    "python": words(".py .pyi .pyw .pyx .pxd"),
    "r": words(".r"),
    "restructuredtext": words(".rst"),
    "ruby": words(".rb .rake .gemspec .ru"),
    "rust": words(".rs"),
    "scala": words(".scala .sc"),
    "solidity": words(".sol"),
    "sql": words(".sql .psql .pgsql .plsql"),
    "svelte": words(".svelte"),
    "swift": words(".swift"),
    "toml": words(".toml"),
    "tsx": words(".tsx"),
    "typescript": words(".ts .mts .cts"),
    "vue": words(".vue"),
    "xml": words(".xml .xsd .xsl .xslt .csproj .props .targets .plist .resx"),
    "yaml": words(".yml .yaml"),
    "zig": words(".zig"),
}
_BY_ENDING = {ending: language for language, ends in _LANGUAGES.items() for ending in ends}
_BY_NAME = {
    "brewfile": "ruby",
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "fastfile": "ruby",
    "gemfile": "ruby",
    "gnumakefile": "make",
    "jenkinsfile": "groovy",
    "makefile": "make",
    "podfile": "ruby",
    "rakefile": "ruby",
    "vagrantfile": "ruby",
    ".bash_profile": "bash",
    ".bashrc": "bash",
    ".profile": "bash",
    ".zshrc": "bash",
}
LANGUAGES = frozenset(_LANGUAGES) | frozenset(_BY_NAME.values())
NOT_CODE = frozenset({"json", "markdown", "restructuredtext", "toml", "xml", "yaml"})
SERVER_CODE = frozenset(
    words(
        "c clojure cpp csharp elixir erlang go groovy haskell java julia kotlin lua ocaml perl php"
        " python r ruby rust scala swift zig"
    )
)


def language_of(path: str) -> str | None:
    """The language a file is written in, in lower case (`typescript`, `tsx`); None if unknown."""
    place = place_of(path)
    if place.name.startswith("dockerfile.") or place.ending == ".dockerfile":
        return "dockerfile"
    return _BY_NAME.get(place.name) or _BY_ENDING.get(place.ending)
