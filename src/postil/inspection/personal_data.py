"""Recognises personal data in a line of records: addresses, numbers and identifiers of people."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Datum:
    """One piece of personal data on a line, by its columns."""

    kind: str
    start: int
    end: int


def personal_data(line: str) -> Iterator[Datum]:
    """Everything on the line that would identify a real person, as far as numbers can tell."""
    lowered = line.lower()
    if "@" in line:
        yield from _found(_EMAIL, line, "e-mail address", lambda value: _is_email(value, lowered))
    if not _DIGITS.search(line):
        return
    for kind, keys, pattern, holds in _NUMBERS:
        if not keys or any(key in lowered for key in keys):
            yield from _found(pattern, line, kind, holds)


def _found(
    pattern: re.Pattern[str], line: str, kind: str, holds: Callable[[str], bool]
) -> Iterator[Datum]:
    for match in pattern.finditer(line):
        if holds(match[0]):
            yield Datum(kind, match.start(), match.end())


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_DIGITS = re.compile(r"\d{2}")
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{1,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}"
    r"(?![A-Za-z0-9.-])"
)
_CARD = re.compile(r"(?<![\w.-])\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}(?![\w.-])|(?<![\w.-])3[47]\d{2}([ -]?)\d{6}\2\d{5}(?![\w.-])")  # fmt: skip
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")  # fmt: skip
_PHONE = re.compile(r"(?<![\w.+/-])(?:\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{2,4}\)?){2,5}(?![\w.-])")
_SSN = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_CPF = re.compile(r"(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w.-])")
_BSN = re.compile(r"(?<![\w.-])\d{9}(?![\w.-])")
_DNI = re.compile(r"(?<![\w-])[XYZ0-9]\d{7}-?[A-Z](?![\w-])")
_NIR = re.compile(r"(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)")
_ADDRESS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")

_FREE_MAIL = frozenset(
    _words(
        "gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com yahoo.co.uk icloud.com"
        " me.com aol.com gmx.de gmx.net web.de proton.me protonmail.com mail.ru yandex.ru qq.com"
        " 163.com naver.com orange.fr free.fr libero.it t-online.de"
    )
)
_RESERVED_MAIL = re.compile(
    r"(?:^|\.)(?:example|test|invalid|localhost|local|internal)$|(?:^|\.)(?:example|test|tests|foo|bar"
    r"|baz|domain|email|mail|acme|company|mycompany|corp|fake|dummy|sample|demo|noreply|host|site"
    r"|website|mailinator|yourdomain|yopmail|nowhere|contoso|fabrikam|users\.noreply\.github)\.[a-z]{2,6}$"
)
_INVENTED = re.compile(
    r"test|fake|dummy|example|sample|demo|foo|bar|user|admin|info|support|hello|contact|sales|reply"
    r"|doe|smith|someone|somebody|nobody|anyone|person|customer|alice|bob|abc|xyz|asdf|mail|team"
    r"|security|office|mustermann|placeholder|account|buyer|seller|owner|member|author|john|jane"
    r"|\A(?:sec[_-]?alert|psirt|cert|abuse|vuln|disclosure|bugs?|press|privacy|legal|billing|jobs)(?:\Z|[._-])"
)
_ABOUT_AUTHORS = ("author", "maintainer", "committer", "contributor", "copyright", "signed-off-by", "co-authored", "npmuser", "publisher", "licen", "packager", "git@")  # fmt: skip
_NAMED = re.compile(r"\A[a-z]{2,20}[._-][a-z]{2,24}\d{0,4}", re.IGNORECASE)


def _is_email(value: str, lowered_line: str) -> bool:
    local, _, domain = value.lower().rpartition("@")
    if any(word in lowered_line for word in _ABOUT_AUTHORS):
        return False
    if _RESERVED_MAIL.search(domain) or _INVENTED.search(local):
        return False
    return domain in _FREE_MAIL or _NAMED.fullmatch(local) is not None


_SAMPLE_CARDS = frozenset(
    _words(
        "4111111111111111 4242424242424242 4012888888881881 4222222222222222 5555555555554444"
        " 5105105105105100 5200828282828210 2223003122003222 378282246310005 371449635398431"
        " 378734493671000 6011111111111117 6011000990139424 3530111333300000 5424000000000015"
        " 4007000000027 4005519200000004 4009348888881881 4012000033330026 4917610000000000"
    )
)
_ISSUERS = re.compile(r"4|5[1-5]|2[2-7]|3[47]|6011|65")
_SAMPLE_RUNS = ("0000000", "1234567", "4000000", "4000056", "9999999")


def _is_card(value: str) -> bool:
    digits = re.sub(r"[ -]", "", value)
    if digits in _SAMPLE_CARDS or any(run in digits for run in _SAMPLE_RUNS):
        return False
    return _ISSUERS.match(digits) is not None and len(set(digits)) > 4 and _luhn(digits)  # noqa: PLR2004 - fewer different digits were typed, not issued


def _luhn(digits: str) -> bool:
    total = 0
    for index, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + index % 2)
        total += doubled - 9 * (doubled > 9)  # noqa: PLR2004 - cross sum of a doubled digit
    return total % 10 == 0


_IBAN_LENGTHS = {
    "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
    "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26,
    "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MT": 31, "NL": 18, "NO": 15, "PL": 28,
    "PT": 25, "RO": 24, "SE": 24, "SI": 19, "SK": 24, "TR": 26, "UA": 29,
}  # fmt: skip
_SAMPLE_IBANS = frozenset(
    _words(
        "DE89370400440532013000 GB29NWBK60161331926819 GB82WEST12345698765432 GB33BUKB20201555555555"
        " FR1420041010050500013M02606 NL91ABNA0417164300 ES9121000418450200051332 BE68539007547034"
        " IT60X0542811101000000123456 AT611904300234573201 CH9300762011623852957 IE29AIBK93115212345678"
        " FR7630006000011234567890189 PL61109010140000071219812874 DE75512108001245126199"
        " SE4550000000058398257466 NO9386011117947 DK5000400440116243 FI2112345600000785"
    )
)


def _is_iban(value: str) -> bool:
    plain = value.replace(" ", "")
    if _IBAN_LENGTHS.get(plain[:2]) != len(plain) or plain in _SAMPLE_IBANS:
        return False
    if any(run in plain for run in _SAMPLE_RUNS):
        return False
    return int("".join(str(int(character, 36)) for character in plain[4:] + plain[:4])) % 97 == 1


_SAMPLE_PHONES = ("555", "1234", "4321", "0000", "1111", "2222", "3333", "9999", "7700900", "1632960", "5678")  # fmt: skip

_NOBODYS = re.compile(
    r"(?:00)?(?:44)?0?(?:1632960|2079460|1(?:1[345678]|[23456]1)4960|1914980|2896496|2920180|7700900|8081570|9098790|3069990)\d{3}"
    r"|(?:00)?(?:33)?0?(?:19900|26191|35301|46571|53649|63998)\d{4}"
    r"|(?:00)?(?:61)?0?(?:[2378](?:5550|7010)\d{4}|491570\d{3})"
    r"|(?:00)?(?:49)?0?(?:(?:3023125|6990009|4066969|2214710|8999998)\d{3}|(?:17139200|176040690)\d{2})"
    r"|(?:00)?(?:46)?0?(?:3139006|4062804|8465004|9803192|7017406)\d{2}"
)
"""The numbers that the regulators of Britain, France, Australia, Germany and Sweden keep for films."""


def _is_phone(value: str) -> bool:
    digits = re.sub(r"\D", "", value)
    if not 9 <= len(digits) <= 15 or not value.startswith(("+", "00", "0", "(")):  # noqa: PLR2004 - E.164
        return False
    if _NOBODYS.fullmatch(digits):
        return False
    return not any(run in digits for run in _SAMPLE_PHONES) and len(set(digits)) > 4  # noqa: PLR2004 - fewer were typed for show


_SAMPLE_SSNS = frozenset(
    {"123-45-6789", "078-05-1120", "219-09-9999", "111-11-1111", "123-12-1234"}
)


def _is_ssn(value: str) -> bool:
    area, group, serial = value.split("-")
    issued = area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"
    return issued and value not in _SAMPLE_SSNS and len(set(value)) > 4  # noqa: PLR2004 - fewer were typed for show


def _is_cpf(value: str) -> bool:
    digits = [int(character) for character in value if character.isdigit()]
    if len(set(digits)) < 3 or "".join(map(str, digits[:9])) == "123456789":  # noqa: PLR2004 - repeated digits pass the sum
        return False
    return all(
        sum(digit * weight for digit, weight in zip(digits, range(end + 1, 1, -1), strict=False)) * 10 % 11 % 10
        == digits[end]
        for end in (9, 10)
    )  # fmt: skip


def _is_bsn(value: str) -> bool:
    if value in ("123456782", "111222333") or len(set(value)) < 4:  # noqa: PLR2004 - typed for show
        return False
    weights = (9, 8, 7, 6, 5, 4, 3, 2, -1)
    total = sum(int(digit) * weight for digit, weight in zip(value, weights, strict=True))
    return total % 11 == 0


def _is_dni(value: str) -> bool:
    plain = value.replace("-", "")
    number = str("XYZ".find(plain[0])) + plain[1:8] if plain[0] in "XYZ" else plain[:8]
    if number.lstrip("0") in ("", "12345678", "1234567") or len(set(number)) < 4:  # noqa: PLR2004 - typed for show
        return False
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == plain[8]


def _is_nir(value: str) -> bool:
    digits = value.replace(" ", "")
    return 97 - int(digits[:13]) % 97 == int(digits[13:])


_WELL_KNOWN = ("8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "1.2.3.4", "4.4.4.4", "5.6.7.8", "208.67.222.222")  # fmt: skip


def _is_public_address(value: str) -> bool:
    try:
        return ipaddress.IPv4Address(value).is_global and value not in _WELL_KNOWN
    except ValueError:
        return False


_NUMBERS: tuple[tuple[str, tuple[str, ...], re.Pattern[str], Callable[[str], bool]], ...] = (
    ("payment card number", ("card", 'pan"', "cc_", "credit", "payment", "visa", "amex"), _CARD, _is_card),
    ("IBAN", (), _IBAN, _is_iban),
    ("phone number", ("phone", "mobile", "cell", "fax", "telefon", '"tel"', "tel:"), _PHONE, _is_phone),
    ("social security number", ("ssn", "social"), _SSN, _is_ssn),
    ("CPF number", (), _CPF, _is_cpf),
    ("BSN number", ("bsn", "burgerservice"), _BSN, _is_bsn),
    ("DNI number", ("dni", "nie", "nif"), _DNI, _is_dni),
    ("INSEE number", ("insee", "nir", "secu", "sécu"), _NIR, _is_nir),
    (
        "address of a user's machine",
        ("client_ip", "remote_addr", "user_ip", "login_ip", "last_ip", "signup_ip", "sign_in_ip", "visitor_ip", "clientip", "userip", "remoteaddr"),
        _ADDRESS,
        _is_public_address,
    ),
)  # fmt: skip
