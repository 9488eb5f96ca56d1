"""Cuts a GraphQL schema down to chosen types and the fields that lead to nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphql import (
    DocumentNode,
    EnumTypeDefinitionNode,
    EnumValueDefinitionNode,
    FieldDefinitionNode,
    InputObjectTypeDefinitionNode,
    InputValueDefinitionNode,
    InterfaceTypeDefinitionNode,
    ListTypeNode,
    NamedTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    ScalarTypeDefinitionNode,
    TypeDefinitionNode,
    TypeNode,
    UnionTypeDefinitionNode,
)

TYPES = frozenset(
    (
        "Actor",
        "App",
        "Assignable",
        "Blob",
        "Bot",
        "CheckRun",
        "CheckSuite",
        "Closable",
        "Comment",
        "Commit",
        "Deletable",
        "EnterpriseUserAccount",
        "GitActor",
        "GitObject",
        "Issue",
        "IssueComment",
        "Label",
        "Labelable",
        "Lockable",
        "Mannequin",
        "Milestone",
        "Minimizable",
        "Node",
        "Organization",
        "PageInfo",
        "Project",
        "ProjectCard",
        "ProjectColumn",
        "PullRequest",
        "PullRequestChangedFile",
        "PullRequestCommit",
        "PullRequestReview",
        "PullRequestReviewComment",
        "PullRequestReviewThread",
        "RateLimit",
        "Reactable",
        "Reaction",
        "ReactionGroup",
        "Ref",
        "Repository",
        "RepositoryNode",
        "RepositoryOwner",
        "RequestedReviewer",
        "RequirableByPullRequest",
        "ReviewRequest",
        "StatusCheckRollup",
        "StatusCheckRollupContext",
        "StatusContext",
        "Team",
        "Tree",
        "UniformResourceLocatable",
        "Updatable",
        "UpdatableComment",
        "User",
        "Workflow",
        "WorkflowRun",
    )
)
QUERIES = frozenset(
    (
        "id",
        "node",
        "nodes",
        "rateLimit",
        "repository",
        "repositoryOwner",
        "resource",
        "user",
        "viewer",
    )
)
MUTATIONS = frozenset(
    (
        "addComment",
        "addPullRequestReview",
        "addPullRequestReviewThreadReply",
        "deleteIssueComment",
        "minimizeComment",
        "resolveReviewThread",
        "submitPullRequestReview",
        "unminimizeComment",
        "unresolveReviewThread",
        "updateIssueComment",
    )
)
_LEAVES = (EnumTypeDefinitionNode, ScalarTypeDefinitionNode)
_BUILT_IN = frozenset({"Boolean", "Float", "ID", "Int", "String"})

Fielded = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode
Known = Mapping[str, TypeDefinitionNode]


def sliced(document: DocumentNode, types: frozenset[str] = TYPES) -> DocumentNode:
    """The chosen types, their connections, and every enum, scalar and input they use."""
    known = {
        each.name.value: each
        for each in document.definitions
        if isinstance(each, TypeDefinitionNode)
    }
    kept = _kept(known, types)
    chosen = [_trimmed(known[name], kept, known) for name in sorted(kept)]
    leaves = [_plain(known[name]) for name in sorted(_used(chosen, known) - kept)]
    return DocumentNode(definitions=(*chosen, *leaves))


def _kept(known: Known, types: frozenset[str]) -> set[str]:
    kept = {*types, "Query", "Mutation"}
    for name, definition in known.items():
        inner = "nodes" if name.endswith("Connection") else "node" if name.endswith("Edge") else ""
        fields = [each for each in _fields(definition) if each.name.value == inner]
        if fields and _named(fields[0].type) in types:
            kept.add(name)
    changes = [each for each in _fields(known["Mutation"]) if each.name.value in MUTATIONS]
    return kept | {_named(each.type) for each in changes}


def _fields(definition: TypeDefinitionNode) -> tuple[FieldDefinitionNode, ...]:
    return tuple(definition.fields or ()) if isinstance(definition, Fielded) else ()


def _named(kind: TypeNode) -> str:
    while isinstance(kind, ListTypeNode | NonNullTypeNode):
        kind = kind.type
    assert isinstance(kind, NamedTypeNode)
    return kind.name.value


def _trimmed(definition: TypeDefinitionNode, kept: set[str], known: Known) -> TypeDefinitionNode:
    if isinstance(definition, UnionTypeDefinitionNode):
        members = tuple(each for each in definition.types or () if each.name.value in kept)
        return UnionTypeDefinitionNode(name=definition.name, types=members)
    assert isinstance(definition, Fielded)
    only = {"Query": QUERIES, "Mutation": MUTATIONS}.get(definition.name.value)
    fields = tuple(
        _field(each)
        for each in _fields(definition)
        if (only is None or each.name.value in only) and _leads(_named(each.type), kept, known)
    )
    interfaces = tuple(each for each in definition.interfaces or () if each.name.value in kept)
    return type(definition)(name=definition.name, interfaces=interfaces, fields=fields)


def _leads(name: str, kept: set[str], known: Known) -> bool:
    return name in kept or name in _BUILT_IN or isinstance(known.get(name), _LEAVES)


def _field(field: FieldDefinitionNode) -> FieldDefinitionNode:
    arguments = tuple(_without_prose(each) for each in field.arguments or ())
    return FieldDefinitionNode(name=field.name, arguments=arguments, type=field.type)


def _without_prose(value: InputValueDefinitionNode) -> InputValueDefinitionNode:
    return InputValueDefinitionNode(
        name=value.name, type=value.type, default_value=value.default_value
    )


def _plain(definition: TypeDefinitionNode) -> TypeDefinitionNode:
    if isinstance(definition, EnumTypeDefinitionNode):
        values = tuple(EnumValueDefinitionNode(name=each.name) for each in definition.values or ())
        return EnumTypeDefinitionNode(name=definition.name, values=values)
    if isinstance(definition, InputObjectTypeDefinitionNode):
        fields = tuple(_without_prose(each) for each in definition.fields or ())
        return InputObjectTypeDefinitionNode(name=definition.name, fields=fields)
    return ScalarTypeDefinitionNode(name=definition.name)


def _used(definitions: list[TypeDefinitionNode], known: Known) -> set[str]:
    """Enums, scalars and inputs that fields and arguments mention, and those inputs mention."""
    found: set[str] = set()
    waiting = [name for definition in definitions for name in _mentioned(definition)]
    while waiting:
        name = waiting.pop()
        if name in found or name in _BUILT_IN:
            continue
        found.add(name)
        inside = known[name]
        if isinstance(inside, InputObjectTypeDefinitionNode):
            waiting += [_named(each.type) for each in inside.fields or ()]
    return found


def _mentioned(definition: TypeDefinitionNode) -> Iterator[str]:
    for field in _fields(definition):
        yield _named(field.type)
        for argument in field.arguments or ():
            yield _named(argument.type)
