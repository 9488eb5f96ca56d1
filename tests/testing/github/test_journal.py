"""The journal: every request, by whom, with what result, reads told from writes."""

from __future__ import annotations

from testing.github.stage import Stage


def test_every_request_is_written_down(here: Stage) -> None:
    carol, bot = here.client(here.carol), here.bot()
    carol.get(f"{here.at}/files?per_page=2")
    carol.post(f"{here.issue_at}/comments", {"body": "Hello"})
    bot.post(f"{here.issue_at}/comments", {"body": ""})
    entries = here.hub.journal.exchanges
    assert [
        (each.number, each.method, each.actor, each.status, each.committed) for each in entries
    ] == [
        (1, "GET", "carol", 200, False),
        (2, "POST", "carol", 201, True),
        (3, "POST", "postil[bot]", 422, False),
    ]
    assert entries[0].path == f"{here.at}/files"
    assert entries[0].query == {"per_page": "2"}
    assert entries[1].body == {"body": "Hello"}
    assert entries[1].answer["body"] == "Hello"
    assert here.hub.journal.writes == entries[1:]
    assert here.hub.journal.commits == entries[1:2]
    assert here.hub.journal.reads == entries[:1]
    assert here.hub.journal.to("POST", "/comments") == entries[1:]
    assert str(here.hub.journal).splitlines()[1] == (
        "2. POST /repos/ada/widgets/issues/1/comments → 201 committed"
    )


def test_no_token_is_kept(here: Stage) -> None:
    client = here.client(here.carol)
    client.get(here.at)
    assert "authorization" not in here.hub.journal.exchanges[0].headers
    assert client.token not in repr(here.hub.journal.exchanges)


def test_a_query_is_a_read_and_a_mutation_is_a_write(here: Stage) -> None:
    client = here.client(here.ada)
    said = here.hub.comment(here.pull, here.carol, "x")
    client.post("/graphql", {"query": "{ viewer { login } }"})
    client.post(
        "/graphql",
        {
            "query": "mutation($id: ID!) { minimizeComment(input: "
            "{subjectId: $id, classifier: OUTDATED}) { minimizedComment { isMinimized } } }",
            "variables": {"id": f"IC_{said.id}"},
        },
    )
    client.post("/graphql", {"query": '{ user(login: "mutation") { login } }'})
    assert [each.is_write for each in here.hub.journal.exchanges] == [False, True, False]
    assert [each.committed for each in here.hub.journal.exchanges] == [False, True, False]


def test_it_can_be_emptied(here: Stage) -> None:
    here.client(here.carol).get(here.at)
    assert len(here.hub.journal) == 1
    here.hub.journal.clear()
    assert len(here.hub.journal) == 0
    here.client(here.carol).get(here.at)
    assert here.hub.journal.exchanges[0].number == 2
