"""Numbers and addresses of people are told from samples, reserved ranges and plain numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.personal_data import personal_data


def kinds(line: str) -> list[str]:
    return [datum.kind for datum in personal_data(line)]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ('"email": "m.okafor82@gmail.com"', "e-mail address"),
        ("anna.kowalczyk@uni-lodz.pl", "e-mail address"),
        ('"phone": "+36 20 947 3186"', "phone number"),
        ('"mobile": "(020) 7946-1857"', "phone number"),
        ('"card": "4929 7183 0265 4113"', "payment card number"),
        ('"credit": "374245455400126"', "payment card number"),
        ("DE44500105175407324931", "IBAN"),
        ("GB94 BARC 1020 1530 0934 59", "IBAN"),
        ('"ssn": "536-90-4399"', "social security number"),
        ("529.982.247-25", "CPF number"),
        ('"bsn": "746829152"', "BSN number"),
        ('"dni": "53087692N"', "DNI number"),
        ('"nie": "X2482300W"', "DNI number"),
        ('"nir": "2 69 05 49 588 157 80"', "INSEE number"),
        ('"client_ip": "91.198.174.192"', "address of a user's machine"),
    ],
)
def test_tells_personal_data(line: str, kind: str) -> None:
    assert kinds(line) == [kind]
    (datum,) = personal_data(line)
    assert line[datum.start : datum.end].strip('"') != ""


@pytest.mark.parametrize(
    "line",
    [
        "ann.lee@example.com",
        "ann.lee@shop.test",
        "test.user@gmail.com",
        "noreply@github.io",
        '"author": "m.okafor82@gmail.com"',
        "info@corp.io",
        "sales@corp.io",
        "kq@corp.io",
        '"phone": "+1 415 555 0132"',
        '"phone": "947"',
        '"phone": "36209473186"',
        '"phone": "+4477009004477"',
        '"card": "4242424242424242"',
        '"card": "4929 7183 0265 4174"',
        '"card": "9929 7183 0265 4113"',
        '"card": "4000 0566 5566 5556"',
        '"order": "4929718302654113"',
        "DE89370400440532013000",
        "DE44500105175407324932",
        "DE4450010517540732493",
        "XX44500105175407324931",
        "GB00WEST12345670000000",
        '"ssn": "123-45-6789"',
        '"ssn": "000-12-3456"',
        '"ssn": "936-90-4399"',
        "536-90-4399",
        "111.111.111-11",
        "123.456.789-09",
        "529.982.247-26",
        '"bsn": "123456782"',
        '"bsn": "746829155"',
        '"dni": "12345678Z"',
        '"dni": "53087692B"',
        '"nir": "2 69 05 49 588 157 81"',
        '"client_ip": "10.0.0.8"',
        '"client_ip": "8.8.8.8"',
        '"client_ip": "999.1.1.1"',
        '"server": "91.198.174.192"',
        "no digits at all",
        "",
    ],
)
def test_samples_and_reserved_ranges_are_nobodys(line: str) -> None:
    assert kinds(line) == []


@given(st.text(max_size=200))
def test_any_text_is_survived(line: str) -> None:
    for datum in personal_data(line):
        assert 0 <= datum.start < datum.end <= len(line)
