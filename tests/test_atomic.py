"""What is written whole: links, permissions, pipes and devices stay what they are."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from exprov import atomic
from exprov.errors import OutputError


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_permissions_stay_and_a_new_file_has_the_usual_ones(tmp_path: Path, umask: None) -> None:
    new, secret = tmp_path / "new", tmp_path / "secret"
    atomic.write(new, b"1")
    assert mode(new) == 0o640
    secret.write_bytes(b"0")
    for known in (0o600, 0o644, 0o400):
        secret.chmod(known)
        atomic.write(secret, b"1")
        assert (mode(secret), secret.read_bytes()) == (known, b"1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "secret"]


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, target in (("there", folder / "file"), ("dangling", folder / "later")):
        link = tmp_path / name
        link.symlink_to(target)
        atomic.write(link, b"1")
        assert link.is_symlink() and target.read_bytes() == b"1"
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for act in (atomic.check, lambda path: atomic.write(path, b"1")):
        with pytest.raises(OutputError, match="loop: cannot be written"):
            act(loop)
    assert loop.is_symlink()


def test_pipes_and_devices_are_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    atomic.check(pipe)
    atomic.write(pipe, b"1")
    reader.join(20)
    assert got == [b"1"] and pipe.is_fifo()
    atomic.write(Path("/dev/null"), b"1")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_its_name(tmp_path: Path, name: str) -> None:
    script = f"from pathlib import Path; from exprov import atomic; path = Path({name!r}); atomic.check(path); atomic.write(path, b'1')"
    command = [sys.executable, "-c", f"print(0, flush=True); {script}; print(2)"]
    assert subprocess.run(command, stdout=subprocess.PIPE, timeout=60, check=True).stdout == b"0\n12\n"
    with open(tmp_path / "out", "wb") as file:
        subprocess.run(command, stdout=file, timeout=60, check=True)
    assert (tmp_path / "out").read_bytes() == b"0\n12\n"


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OutputError, match="No space left on device"):
        atomic.write(path, b"1")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"0")]


def test_missing_folders_are_a_reason_unless_they_will_be_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    with pytest.raises(OutputError, match="No such file"):
        atomic.check(path)
    atomic.check(path, make_folders=True)
    assert not (tmp_path / "a").exists()
    (tmp_path / "a").write_bytes(b"")
    for make_folders in (False, True):
        with pytest.raises(OutputError):
            atomic.check(path, make_folders=make_folders)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_reason(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="Permission denied"):
        atomic.check(tmp_path / "file")
    tmp_path.chmod(0o700)
