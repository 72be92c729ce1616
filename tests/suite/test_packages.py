"""The fixtures folder is a package for each language whose tool is on this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path

import pytest
from suite.committed import FOLDER, MANIFEST, TOPICS

NAMES = ["manifest.json", *(f"{topic}.json" for topic in TOPICS)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "fixtures"))


def run(tool: str, *arguments: str, folder: Path) -> str:
    """What the tool prints; skips where there is none."""
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"there is no {tool}")
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    done = subprocess.run([found, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_npm(folder: Path) -> None:
    content = json.loads((folder / "package.json").read_text("utf-8"))
    assert content["version"] == MANIFEST["suite"]
    (packed,) = json.loads(run("npm", "pack", "--dry-run", "--json", "--offline", folder=folder))
    assert {one["path"] for one in packed["files"]} == {*NAMES, "cases.lock", "package.json"}


def test_cargo(folder: Path) -> None:
    assert tomllib.loads((folder / "Cargo.toml").read_text("utf-8"))["package"]["version"] == MANIFEST["suite"]
    listed = run("cargo", "package", "--list", "--allow-dirty", "--offline", folder=folder).split()
    assert {*NAMES, "cases.lock", "src/lib.rs"} <= set(listed)
    run("cargo", "check", "--offline", folder=folder)


def test_go(folder: Path) -> None:
    run("go", "vet", ".", folder=folder)
    assert run("go", "list", "-f", '{{join .EmbedFiles " "}}', ".", folder=folder).split() == sorted(NAMES)


def test_maven(folder: Path) -> None:
    root = ElementTree.parse(folder / "pom.xml").getroot()
    space = "{http://maven.apache.org/POM/4.0.0}"
    version = root.findtext(f"{space}version")
    assert version == MANIFEST["suite"]
    # The first time, Maven fetches its own plugins.
    run("mvn", "--batch-mode", "--no-transfer-progress", "--quiet", "package", folder=folder)
    with zipfile.ZipFile(folder / "target" / f"fixtures-{version}.jar") as jar:
        packed = {name for name in jar.namelist() if name.endswith(".json")}
        assert packed == {f"execution-provenance/fixtures/1.0/{name}" for name in NAMES}
        for name in NAMES:
            assert jar.read(f"execution-provenance/fixtures/1.0/{name}") == (folder / name).read_bytes()


def test_swift(folder: Path) -> None:
    text = (folder / "Package.swift").read_text("utf-8")
    assert [line.split('"')[1] for line in text.splitlines() if ".copy(" in line] == NAMES
    others = {path.name for path in FOLDER.iterdir()} - {*NAMES, "Package.swift", "Sources"}
    assert all(f'"{name}"' in text for name in others)
    run("swift", "package", "describe", folder=folder)
