"""Rules of board games as data, and the interpreter that runs them. For scripts: `load`, `replay`, `serve`.

Begin with `game = archidsl.load()`; docs/api.md tells the rest. `__init__.pyi` tells types to editors and mypy, so that
`import archidsl` itself costs nothing.
"""

from __future__ import annotations

__all__ = [
    "Bot", "Choice", "Error", "Game", "PackErrors", "Refused", "SessionError", "Table", "Written", "load", "replay",
    "serve",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Everything is imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"archidsl has no `{name}`; it has {', '.join(__all__)}")
    from archidsl import api

    found: object = getattr(api, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__doc__"]
