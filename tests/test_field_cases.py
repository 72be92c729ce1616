"""Every input from the field gets the verdicts, the finding and the bad lines that its index states."""

import json
from pathlib import Path

import pytest
from exprov.checking import Options, check_records
from exprov.inputs import read_inputs

FOLDER = Path(__file__).with_name("field_cases")
CASES = json.loads((FOLDER / "index.json").read_text("utf-8"))["cases"]
