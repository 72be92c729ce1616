"""Check the credential patterns against their source, gitleaks: `nox -s leaks`. Needs Go, which fetches the source.

Every rule of the source is taken by a pattern or left out with a reason, and texts made from the regular expression of a
rule that is taken have the shape of a credential here, too. A rule that is taken and left out is taken in part.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from execution_provenance._validator import validator
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

LEAKS = json.loads(Path("schemas/1.0/leaks.json").read_bytes())
SOURCE = LEAKS["source"]
# What the rules for services without a form of their own begin with: a word, then anything, then the value.
NEARBY_WORD = r"[\w.-]{0,50}?"
ASCII = st.characters(min_codepoint=0x20, max_codepoint=0x7E)
QUIET = settings(
    max_examples=200,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def rules() -> dict[str, str]:
    """The regular expressions of the source by rule."""
    with tempfile.TemporaryDirectory() as folder:
        module = f"{SOURCE['module']}@v{SOURCE['version']}"
        told = subprocess.run(["go", "mod", "download", "-json", module], cwd=folder, check=True, capture_output=True)
        path = Path(json.loads(told.stdout)["Dir"], SOURCE["path"])
        return {rule["id"]: rule.get("regex", "") for rule in tomllib.loads(path.read_text())["rules"]}


def for_python(pattern: str) -> str:
    """The pattern in the syntax of `re`, without the delimiter that ends it: a flag within a group holds for the rest of it."""
    pattern = pattern.replace("[[:alnum:]]", "[0-9A-Za-z]").replace(r"\z", r"\Z").replace(r"\b", "")
    pattern = re.sub(r"\(\?:\[\\x60.*?\|\$(\|)?\)$", "", pattern)
    while (at := pattern.find("(?i)")) >= 0:
        depth, end = 0, at + 4
        while end < len(pattern) and depth >= 0:
            if pattern[end] == "\\":
                end += 1
            else:
                depth += {"(": 1, ")": -1}.get(pattern[end], 0)
            end += 1
        end -= depth < 0
        pattern = f"{pattern[:at]}(?i:{pattern[at + 4 : end]}){pattern[end:]}"
    return pattern


def missed(pattern: str) -> str | None:
    """A text of the pattern that has the shape of no credential here, if one is found."""
    # Rules ignore case to be short: keys have their prefix in one case.
    texts: Any = st.from_regex(
        re.compile(for_python(pattern.removeprefix("(?i)")), re.ASCII), fullmatch=True, alphabet=ASCII
    )
    try:
        return find(texts, lambda text: validator().leaks.credential_in(text) is None, settings=QUIET)
    except NoSuchExample:
        return None


def main() -> int:
    patterns, faults = rules(), []
    left = {rule for rule in SOURCE["leftOut"] if rule != "*"}
    left |= {rule for rule, pattern in patterns.items() if NEARBY_WORD in pattern}
    taken = {rule for value in LEAKS["credentialValues"] for rule in value["gitleaks"]}
    faults += [f"{rule}: the source has no such rule" for rule in sorted((taken | left) - patterns.keys())]
    faults += [f"{rule}: neither taken nor left out" for rule in sorted(patterns.keys() - taken - left)]
    for rule in sorted((taken - left) & patterns.keys()):
        if (text := missed(patterns[rule])) is not None:
            faults.append(f"{rule}: not found: {text!r}")
    print(*faults, sep="\n", file=sys.stderr)
    print(f"{len(patterns)} rules: {len(taken)} taken, {len(left - taken)} left out, {len(faults)} faults")
    return min(len(faults), 1)


if __name__ == "__main__":
    sys.exit(main())
