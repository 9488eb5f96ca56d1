"""Reports are read block by block from what the person named, or refused in one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from postil.domain.errors import UserError, WorkspaceError
from postil.workspaces.scans import ScanOnDisk


def test_a_file_is_read_in_blocks(tmp_path: Path) -> None:
    place = tmp_path / "scan.sarif"
    place.write_bytes(b"x" * 200_000)
    scan = ScanOnDisk(str(place))
    blocks = list(scan.blocks())
    assert scan.name == str(place)
    assert b"".join(blocks) == b"x" * 200_000
    assert max(map(len, blocks)) == 65_536


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is a folder"):
        ScanOnDisk(str(tmp_path))
    with pytest.raises(UserError, match="does not exist"):
        ScanOnDisk(str(tmp_path / "none.sarif"))


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "scan.sarif"
    place.touch(mode=0)
    with pytest.raises(UserError, match="cannot be read"):
        ScanOnDisk(str(place))


def test_a_file_that_goes_away_says_so(tmp_path: Path) -> None:
    place = tmp_path / "scan.sarif"
    place.touch()
    scan = ScanOnDisk(str(place))
    place.unlink()
    with pytest.raises(WorkspaceError, match="cannot be read"):
        list(scan.blocks())
