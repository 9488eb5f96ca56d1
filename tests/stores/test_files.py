"""What only the store of plain files has to show: its folder, and what people do to it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from postil import codec
from postil.domain.document import DOCUMENT_VERSION
from postil.domain.errors import StoreError
from postil.ports import ChangeKey
from postil.stores import open_store
from postil.stores.files import LAYOUT, FileStore

from samples import CLEAN, NOISY

KEY = ChangeKey(repository="1" * 40, change="main")


def opened(folder: Path) -> FileStore:
    return FileStore(str(folder))


def test_a_review_is_a_readable_file(tmp_path: Path) -> None:
    opened(tmp_path).save(KEY, NOISY.document)
    (path,) = (tmp_path / "reviews" / KEY.digest).iterdir()
    assert path.name == f"000001-v{DOCUMENT_VERSION}.json"
    assert path.read_bytes() == codec.encode(NOISY.document)
    assert json.loads(path.read_text())["verdict"] == NOISY.document.verdict


@pytest.mark.parametrize("name", ["new/", "new/deeper/"])
def test_a_name_that_ends_like_a_folder_makes_one(tmp_path: Path, name: str) -> None:
    store = open_store(f"{tmp_path}/{name}")
    assert isinstance(store, FileStore)
    assert (tmp_path / name / "VERSION").read_text() == f"{LAYOUT}\n"
    assert isinstance(open_store(f"{tmp_path}/{name}".rstrip("/")), FileStore)


def test_a_folder_that_holds_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StoreError, match="is no store of Postil's; name another `--store`"):
        open_store(str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"notes.txt"}


def test_a_store_that_was_begun_and_killed_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "locks").mkdir()
    (tmp_path / ".part").write_text("1")
    assert opened(tmp_path).load(KEY) == ()
    assert (tmp_path / "VERSION").read_text() == f"{LAYOUT}\n"


def test_a_newer_store_is_refused_and_not_touched(tmp_path: Path) -> None:
    opened(tmp_path).save(KEY, NOISY.document)
    (tmp_path / "VERSION").write_text(f"{LAYOUT + 1}\n")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    with pytest.raises(StoreError) as refusal:
        opened(tmp_path)
    assert str(refusal.value) == (
        f"`{tmp_path}` was written by a newer Postil (store version `{LAYOUT + 1}`, this one knows "
        f"`{LAYOUT}`); use that Postil, or another `--store`."
    )
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


@pytest.mark.parametrize("text", [b"", b"one", b"\xff\xfe", b"1\n1\n", b"9" * 40])
def test_a_version_that_is_none_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "VERSION").write_bytes(text)
    with pytest.raises(StoreError, match="VERSION` is no version; mend it"):
        opened(tmp_path)


def test_a_newer_review_is_refused(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.save(KEY, replace(NOISY.document, version=DOCUMENT_VERSION + 1))
    with pytest.raises(StoreError, match=r"000001-v2.json` was written by a newer Postil"):
        store.load(KEY)


@pytest.mark.parametrize("data", [b"", b"{", b'{"version": 1}', b"\xff" * 10])
def test_a_damaged_review_is_left_out_said_and_kept(tmp_path: Path, data: bytes) -> None:
    store = opened(tmp_path)
    store.save(KEY, NOISY.document)
    (path,) = (tmp_path / "reviews" / KEY.digest).iterdir()
    path.write_bytes(data)
    store.save(KEY, CLEAN.document)
    assert store.load(KEY) == (CLEAN.document,)
    (notice,) = store.notices
    assert notice.startswith(f"`{path}` cannot be read and is left out: ")
    assert path.read_bytes() == data


def test_files_that_are_not_reviews_are_passed_over(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.save(KEY, NOISY.document)
    folder = tmp_path / "reviews" / KEY.digest
    for name in (".part", "notes.json", "000002-v1.json~", "2-v1.json"):
        (folder / name).write_text("?")
    assert store.load(KEY) == (NOISY.document,)
    store.save(KEY, CLEAN.document)
    assert store.load(KEY) == (NOISY.document, CLEAN.document)
    assert store.notices == ()


def test_an_unreadable_place_is_said(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.save(KEY, NOISY.document)
    (path,) = (tmp_path / "reviews" / KEY.digest).iterdir()
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError, match=r"json` cannot be used \(Is a directory\); check its"):
        store.load(KEY)


def test_a_place_for_leases_that_is_none_is_said(tmp_path: Path) -> None:
    store = opened(tmp_path)
    (tmp_path / "locks").rmdir()
    (tmp_path / "locks").write_text("")
    with (
        pytest.raises(StoreError, match=r"locks` cannot be used \(File exists\)"),
        store.lease(KEY, "a" * 40),
    ):
        pass
