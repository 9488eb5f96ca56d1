from __future__ import annotations

import dataclasses
import datetime as dt
import json
import types
from dataclasses import replace
from enum import Enum
from importlib.resources import files
from typing import Any, Union, get_args, get_origin, get_type_hints

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postil.codec import MAX_BYTES, decode, encode, legible, schema, to_json
from postil.domain.document import ReviewDocument
from postil.domain.errors import DocumentError
from postil.domain.finding import Finding
from postil.schemas import schema_files

from samples import HOSTILE, NOISY, SAMPLES

_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=8),
    int: st.integers(-(2**53), 2**53),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    dt.date: st.dates(),
    type(None): st.none(),
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of one of our types, built from its annotations."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return st.one_of(*map(values_of, parts))
    if origin is frozenset:
        return st.frozensets(values_of(parts[0]), max_size=2)
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(values_of(parts[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, parts))
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    return _records_of(kind)


def _records_of(kind: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    fields = {field.name: values_of(hints[field.name]) for field in dataclasses.fields(kind)}
    if kind is Finding:
        evidence = values_of(get_args(hints["evidence"])[0])
        fields["evidence"] = st.lists(evidence, min_size=1, max_size=2).map(tuple)
        fields["anchor"] = st.just(0)
    if kind is ReviewDocument:
        fields["version"] = st.just(1)
    return st.builds(kind, **fields)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(document=values_of(ReviewDocument))
def test_any_document_survives_a_round_trip(document: ReviewDocument) -> None:
    data = encode(document)
    again = decode(data)
    assert again == document
    assert encode(again) == data


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "hostile"])
def test_samples_survive_a_round_trip(name: str) -> None:
    document = SAMPLES[name].document
    assert decode(encode(document)) == document


def test_text_is_indented_stable_and_ends_in_a_line_feed() -> None:
    text = encode(NOISY.document).decode()
    assert text.startswith('{\n  "version": 1,\n  "postil": "0.1.0",\n  "subject": {\n')
    assert text.endswith("}\n")
    assert encode(NOISY.document).decode() == text


def test_sets_are_written_in_one_order() -> None:
    policy = replace(NOISY.document.policy, checks_off=frozenset({"b", "c", "a"}))
    written = json.loads(encode(replace(NOISY.document, policy=policy)))
    assert written["policy"]["checks_off"] == ["a", "b", "c"]


def test_bytes_that_are_not_utf_8_are_shown() -> None:
    written = json.loads(encode(HOSTILE.document))
    assert "\\xff" in written["subject"]["target"]
    assert list(written) == list(json.loads(encode(NOISY.document)))
    assert decode(encode(HOSTILE.document)).subject.target == legible(
        HOSTILE.document.subject.target
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\udcffb", "a\\xffb"),
        ("\udc80", "\\x80"),
        ("\ud800", "\\ud800"),
        ("\udc7f", "\\udc7f"),
        ("\udd00", "\\udd00"),
        ("😀", "😀"),
    ],
)
def test_legible(text: str, shown: str) -> None:
    assert legible(text) == shown


def test_any_depth_of_value_is_made_legible() -> None:
    written = to_json({"k\udcff": [("\udcfe",), 1, None, True]})
    assert json.loads(written) == {"k\\xff": [["\\xfe"], 1, None, True]}


def _changed(**fields: Any) -> bytes:
    return json.dumps(json.loads(encode(NOISY.document)) | fields).encode()


def _first_finding(**fields: Any) -> bytes:
    document = json.loads(encode(NOISY.document))
    document["findings"][0] |= fields
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not JSON: Input data was truncated."),
        (b"\xff", "is not JSON"),
        (b'{"version": 1, "x": "\xff"', "is not JSON"),
        (b'{"version": 1, "x": "\\udcff"}', "is not JSON"),
        (b"[]", "Expected `object`, got `array`"),
        (b"{}", "missing required field `version`"),
        (b'{"version": "1"}', "at `$.version`"),
        (b'{"version": 1}', "missing required field `postil`"),
        (b'{"version": 1, "x": ' + b"[" * 100_000, "nested too deeply"),
        (_changed(version=2), "has version `2` and this Postil reads version `1`"),
        (_changed(verdict="fine"), "Invalid enum value 'fine' - at `$.verdict`"),
        (_changed(seconds="long"), "at `$.seconds`"),
        (_changed(subject=None), "at `$.subject`"),
        (_first_finding(title=3), "at `$.findings[0].title`"),
        (_first_finding(evidence=[]), "has no evidence - at `$.findings[0]`"),
        (_first_finding(anchor=1), "`1` is no evidence of the finding - at `$.findings[0].anchor`"),
        (_first_finding(anchor=-1), "`-1` is no evidence"),
        (b" " * (MAX_BYTES + 1), "`33,554,432` is the most that is read"),
    ],
)
def test_a_document_that_is_not_ours_is_refused_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(data)
    message = str(caught.value)
    assert words in message
    assert message.startswith("The review document ")
    assert message.endswith(".")


def test_a_document_of_the_largest_size_is_read() -> None:
    data = encode(NOISY.document)
    assert decode(data + b" " * (MAX_BYTES - len(data))) == NOISY.document


def test_unknown_keys_of_this_version_are_passed_over() -> None:
    assert decode(_changed(extra={"a": [1]})) == NOISY.document


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_sample_fits_the_published_schema(name: str) -> None:
    shape = json.loads(schema_files()["review-document.schema.json"])
    jsonschema.Draft202012Validator.check_schema(shape)
    jsonschema.validate(json.loads(encode(SAMPLES[name].document)), shape)


def test_the_schema_has_the_words_of_the_types_and_no_signatures() -> None:
    shape = json.loads(schema(ReviewDocument, title="A review"))
    assert shape["title"] == "A review"
    assert shape["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert shape["$defs"]["Subject"]["description"] == "What was reviewed, without its lines."
    assert "description" not in shape["$defs"]["Commit"]
    assert "\n    " not in shape["$defs"]["ReviewDocument"]["description"]


@pytest.mark.parametrize("name", sorted(schema_files()))
def test_committed_schemas_are_fresh(name: str) -> None:
    committed = files("postil.schemas").joinpath(name).read_bytes()
    assert committed == schema_files()[name], "run `make docs`"


def test_a_document_from_before_replies_had_an_origin_is_read() -> None:
    data = json.loads(encode(NOISY.document))
    data["memory"].pop("heard")
    for entry in data["memory"]["entries"]:
        for event in entry["events"]:
            event.pop("origin")
    assert decode(json.dumps(data).encode()).memory.heard == ()
