"""The exit codes of `exprov`, the same for every verb. Never a count of anything."""

VALID = 0
FINDINGS = 1
USAGE = 2
UNREADABLE = 3
DRIFT = 4
SCHEMA_ERROR = 5
UNWRITABLE = 6
