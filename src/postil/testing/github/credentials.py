"""App tokens (JWT): read, checked against the app's key and clock, as GitHub does."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from postil.testing.github.state.accounts import App
from postil.testing.github.state.world import World
from postil.testing.github.wire import UNAUTHORISED, Refusal, Request

_LONGEST = 600
_SKEW = 60
_SEQUENCE, _INTEGER, _BITS, _OCTETS = 0x30, 0x02, 0x03, 0x04
_SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


def app_of(world: World, request: Request) -> App:
    """The app that signed the request's token, or the 401 that says why not."""
    _, _, value = request.headers.get("authorization", "").partition(" ")
    parts = value.strip().split(".")
    if len(parts) != 3:  # noqa: PLR2004 - head, claims, signature
        raise Refusal(UNAUTHORISED, "A JSON web token could not be decoded")
    claims, signature = _claims(parts[1]), _decoded(parts[2])
    app = world.apps.get(int(claims.get("iss", 0)))
    if app is None:
        raise Refusal(UNAUTHORISED, "Integration not found")
    now = world.now()
    if claims.get("iat", now) > now + _SKEW or claims.get("exp", 0) <= now:
        raise Refusal(UNAUTHORISED, "'Expiration time' claim ('exp') must be in the future")
    if claims["exp"] > now + _LONGEST + _SKEW:
        raise Refusal(UNAUTHORISED, "'Expiration time' claim ('exp') is too far in the future")
    signed = f"{parts[0]}.{parts[1]}".encode()
    if app.public_key and not verifies(app.public_key, signed, signature):
        raise Refusal(UNAUTHORISED, "A JSON web token could not be decoded")
    return app


def _decoded(part: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError) as error:
        raise Refusal(UNAUTHORISED, "A JSON web token could not be decoded") from error


def _claims(part: str) -> dict[str, Any]:
    try:
        claims = json.loads(_decoded(part))
    except ValueError as error:
        raise Refusal(UNAUTHORISED, "A JSON web token could not be decoded") from error
    if not isinstance(claims, dict) or not str(claims.get("iss", "")).isdigit():
        raise Refusal(UNAUTHORISED, "'Issuer' claim ('iss') must be an Integer")
    return claims


def verifies(pem: str, signed: bytes, signature: bytes) -> bool:
    """RS256 with a public or private key in PEM; the standard library has no RSA."""
    modulus, exponent = _key(pem)
    size = (modulus.bit_length() + 7) // 8
    plain = pow(int.from_bytes(signature), exponent, modulus).to_bytes(size)
    digest = _SHA256 + hashlib.sha256(signed).digest()
    padding = b"\xff" * (size - len(digest) - 3)
    return plain == b"\x00\x01" + padding + b"\x00" + digest


def _key(pem: str) -> tuple[int, int]:
    """Modulus and exponent: in every encoding of a key the first two large integers, in order."""
    lines = [line for line in pem.splitlines() if line and not line.startswith("-")]
    numbers = [number for number in _integers(base64.b64decode("".join(lines))) if number > 1]
    return numbers[0], numbers[1]


def _integers(data: bytes) -> Iterator[int]:
    place = 0
    while place + 2 <= len(data):
        kind, length = data[place], data[place + 1]
        place += 2
        if length > 0x7F:  # noqa: PLR2004 - the long form: that many bytes of length follow
            width = length & 0x7F
            length = int.from_bytes(data[place : place + width])
            place += width
        inside = data[place : place + length]
        place += length
        if kind == _INTEGER:
            yield int.from_bytes(inside)
        elif kind == _SEQUENCE:
            yield from _integers(inside)
        elif kind == _BITS:
            yield from _integers(inside[1:])
        elif kind == _OCTETS:
            yield from _integers(inside)
