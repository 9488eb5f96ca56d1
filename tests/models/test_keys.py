"""Keys and addresses as people set them."""

from __future__ import annotations

import pytest

from postil.domain.errors import Unusable, UserError
from postil.models._keys import address_of, key_of


def test_a_key_is_taken_without_the_blanks_around_it() -> None:
    assert key_of("some", "SOME_API_KEY", {"SOME_API_KEY": " k\n"}) == "k"


@pytest.mark.parametrize("variables", [{}, {"SOME_API_KEY": " "}])
def test_a_missing_key_names_its_variable(variables: dict[str, str]) -> None:
    with pytest.raises(Unusable, match="`some` needs a key; set `SOME_API_KEY`"):
        key_of("some", "SOME_API_KEY", variables)


@pytest.mark.parametrize(
    "address", ["", "http://127.0.0.1:8000/v1", "https://models.example", "http://[::1]:80/v1"]
)
def test_an_address_is_taken_as_it_is(address: str) -> None:
    assert address_of("A", {"A": f" {address} "}) == address


@pytest.mark.parametrize(
    "address", ["localhost:8000", "ftp://h", "http://", "http://[", "http://h:99999", "http://h:x"]
)
def test_what_is_no_address_is_said(address: str) -> None:
    with pytest.raises(UserError, match="`A` must be an address like `https://"):
        address_of("A", {"A": address})
