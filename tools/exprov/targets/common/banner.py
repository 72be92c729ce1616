"""The banner of a generated file: where it comes from. `exprov generate` recognises generated files by it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

MARK = "Generated from "
# How a comment on the first line is written, by suffix. JSON has no comments: a manifest lists such files.
_COMMENTS = {
    **dict.fromkeys((".py", ".toml"), "# {}\n"),
    **dict.fromkeys((".ts", ".mts", ".cts", ".js", ".mjs", ".rs", ".go", ".mod", ".kt", ".java", ".swift"), "// {}\n"),
    **dict.fromkeys((".md", ".html", ".xml"), "<!-- {} -->\n"),
}


def banner(source: str) -> str:
    """The words of the banner of a file that is made from `source`, a path of the repository."""
    return f"{MARK}{source} by `exprov generate`; edit that and run it again."


def with_banner(path: str, text: str, source: str) -> str:
    """`text` of the file `path` below its banner; as it is if such files have no comments."""
    return _COMMENTS.get(PurePosixPath(path).suffix, "").format(banner(source)) + text


def runtime(folder: Path) -> Iterator[tuple[str, str]]:
    """The files of a target's runtime, which are copied as they are: path below `folder`, and text below its banner."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not {"__pycache__", "node_modules", "target", "dist"} & set(path.parts):
            source = f"tools/exprov/targets/{folder.parent.name}/{folder.name}/{name}"
            yield name, with_banner(name, path.read_text("utf-8"), source)
