"""An HTML page that needs no network, no other file and no script but its own."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable
from importlib.resources import files
from string import Template

from exprov.printable import printable

_FOLDER = files(__package__)


def page(folder: str, title: str, main: str, data: str | None = "") -> str:
    """The page with the style and the script of a directory beside this module.

    data: JSON for the script, in ASCII. None: there is no script.
    """
    style = asset(folder, "page.css")
    script = asset(folder, "page.js") if data is not None else ""
    scripts = f"<script>{script}</script>\n" if script else ""
    if data:
        # JSON that cannot end a script element or start a comment.
        inert = data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
        scripts = f'<script type="application/json" id="data">{inert}</script>\n{scripts}'
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; base-uri 'none'; form-action 'none'"
    text = fill("", "page.html", policy=policy, title=escape(title), style=style, main=main, scripts=scripts)
    return text.encode("ascii", "xmlcharrefreplace").decode()


def fill(folder: str, file: str, /, **parts: str) -> str:
    """A file of markup with its `$name` filled in, as they are."""
    return Template(asset(folder, file)).substitute(parts)


def asset(folder: str, name: str) -> str:
    """A file of a directory beside this module."""
    return _FOLDER.joinpath(folder, name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def escape(text: str) -> str:
    """Markup that shows the text."""
    return html.escape(printable(text))


def listed(items: Iterable[str]) -> str:
    """A list of markup."""
    return f"<ul>\n{''.join(f'<li>{item}</li>{chr(10)}' for item in items)}</ul>"
