"""The exit codes of `exprov`, the same for every verb. They never count anything."""

from __future__ import annotations

from collections.abc import Mapping

VALID = 0
FINDINGS = 1
USAGE = 2
UNREADABLE = 3
DRIFT = 4
SCHEMA_ERROR = 5
UNWRITABLE = 6
INTERRUPTED = 130

MEANINGS: Mapping[int, str] = {
    VALID: "success: nothing is wrong",
    FINDINGS: "the command ran and found something wrong",
    USAGE: "the command line is wrong, or a package that the verb needs is not installed",
    UNREADABLE: "an input or an engine could not be used",
    DRIFT: "files differ from what they should be",
    SCHEMA_ERROR: "the generator rejects a schema",
    UNWRITABLE: "an output could not be written",
    INTERRUPTED: "the command was interrupted",
}
"""Every code with its meaning, as docs/exit-codes.md has it."""
