"""`pytest tests/broken --accept` writes what is said now into the packs, to be read before it is kept."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the expected lines of tests/broken")
