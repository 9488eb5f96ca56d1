"""Each kind of GitHub has its three roots; a token never leaves unencrypted."""

from __future__ import annotations

import pytest

from postil.domain.errors import UserError
from postil.forges.github.address import PUBLIC, Address, address_at, is_loopback


@pytest.mark.parametrize(
    ("given", "rest", "graph", "web"),
    [
        (
            "https://api.github.com",
            "https://api.github.com",
            "https://api.github.com/graphql",
            "https://github.com",
        ),
        (
            "https://ghe.example.com/api/v3/",
            "https://ghe.example.com/api/v3",
            "https://ghe.example.com/api/graphql",
            "https://ghe.example.com",
        ),
        (
            "https://api.acme.ghe.com",
            "https://api.acme.ghe.com",
            "https://api.acme.ghe.com/graphql",
            "https://acme.ghe.com",
        ),
        (
            "http://127.0.0.1:8123",
            "http://127.0.0.1:8123",
            "http://127.0.0.1:8123/graphql",
            "http://127.0.0.1:8123",
        ),
        (
            "http://localhost:8123/api/v3",
            "http://localhost:8123/api/v3",
            "http://localhost:8123/api/graphql",
            "http://localhost:8123",
        ),
    ],
)
def test_the_roots_of_each_kind(given: str, rest: str, graph: str, web: str) -> None:
    assert address_at(given, named="X") == Address(rest=rest, graph=graph, web=web)


def test_what_people_and_git_are_given() -> None:
    assert PUBLIC.host == "github.com"
    assert PUBLIC.git_url("ada/widgets") == "https://github.com/ada/widgets.git"
    assert PUBLIC.rest_url("/user") == "https://api.github.com/user"
    assert address_at("http://127.0.0.1:81", named="X").host == "127.0.0.1:81"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("ghe.example.com", "is not an address"),
        ("ftp://ghe.example.com", "is not an address"),
        ("https://", "is not an address"),
        ("https://host:notaport/api/v3", "is not an address"),
        ("https://host:0/api/v3", "is not an address"),
        ("https://[::1/api/v3", "is not an address"),
        ("https://me:secret@ghe.example.com/api/v3", "plain address"),
        ("https://ghe.example.com/api/v3?x=1", "plain address"),
        ("https://ghe.example.com/api/v3#x", "plain address"),
        ("http://ghe.example.com/api/v3", "unencrypted"),
        ("http://127.0.0.1.example.com/api/v3", "unencrypted"),
    ],
)
def test_t_15_an_address_that_would_leak_is_refused(given: str, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        address_at(given, named="GITHUB_API_URL")
    assert "`GITHUB_API_URL`" in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("10.0.0.1", False),
        ("github.com", False),
        ("localhost.example.com", False),
    ],
)
def test_which_hosts_are_this_machine(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
