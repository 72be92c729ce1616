"""What all tests share: assertions in helper modules say what they compared."""

import pytest

pytest.register_assert_rewrite("samples", "executions", "oracles")
