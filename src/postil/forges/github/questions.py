"""The GraphQL we ask: everything about one pull request, and the pages that did not fit.

https://docs.github.com/en/graphql/reference/objects
"""

from __future__ import annotations

_WHO = """
fragment who on Actor {
  __typename
  login
  ... on User { databaseId }
  ... on Bot { databaseId }
  ... on Mannequin { databaseId }
  ... on Organization { databaseId }
}
"""

_COMMENT = """
      fullDatabaseId
      body
      url
      createdAt
      lastEditedAt
      isMinimized
      author { ...who }
      editor { ...who }
"""

_NOTES = f"""
    nodes {{ {_COMMENT} state originalCommit {{ oid }} }}
    pageInfo {{ hasNextPage endCursor }}
"""

_COMMENTS = f"""
  comments(first: $size, after: $comments) @include(if: $withComments) {{
    nodes {{ {_COMMENT} }}
    pageInfo {{ hasNextPage endCursor }}
  }}
"""

_REVIEWS = """
  reviews(first: $size, after: $reviews) @include(if: $withReviews) {
    nodes { fullDatabaseId state body url author { ...who } commit { oid } }
    pageInfo { hasNextPage endCursor }
  }
"""

_THREADS = f"""
  reviewThreads(first: $size, after: $threads) @include(if: $withThreads) {{
    nodes {{
      id path line diffSide isResolved isOutdated viewerCanResolve
      resolvedBy {{ ...who }}
      comments(first: $size) {{ {_NOTES} }}
    }}
    pageInfo {{ hasNextPage endCursor }}
  }}
"""

_VARIABLES = """
  $owner: String!, $name: String!, $number: Int!, $size: Int!,
  $comments: String, $reviews: String, $threads: String,
  $withComments: Boolean!, $withReviews: Boolean!, $withThreads: Boolean!
"""

LOOK = f"""
query Look({_VARIABLES}) {{
  viewer {{ ...who }}
  repository(owner: $owner, name: $name) {{
    databaseId nameWithOwner isArchived viewerPermission
    owner {{ __typename login }}
    pullRequest(number: $number) {{
      number url title body state isDraft locked changedFiles
      baseRefName baseRefOid headRefName headRefOid
      author {{ ...who }}
      headRepository {{ nameWithOwner }}
      labels(first: 100) {{ nodes {{ name }} }}
      {_COMMENTS} {_REVIEWS} {_THREADS}
    }}
  }}
}}
{_WHO}
"""

MORE = f"""
query More({_VARIABLES}) {{
  repository(owner: $owner, name: $name) {{
    pullRequest(number: $number) {{ {_COMMENTS} {_REVIEWS} {_THREADS} }}
  }}
}}
{_WHO}
"""

THREAD = f"""
query Thread($thread: ID!, $size: Int!, $after: String) {{
  node(id: $thread) {{
    ... on PullRequestReviewThread {{ comments(first: $size, after: $after) {{ {_NOTES} }} }}
  }}
}}
{_WHO}
"""

OWNER = """
query Owner($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    owner { ... on Organization { viewerCanAdminister } }
  }
}
"""

RESOLVE = """
mutation Resolve($thread: ID!) {
  resolveReviewThread(input: {threadId: $thread}) { thread { id isResolved } }
}
"""
