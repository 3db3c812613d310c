"""Piece 3: migration and convoys."""

from harness import MAP, Table, house, refused, run, units

GO = "p1 does migrate()"
END = ("p1", "mover", None)


def moves(unit: str, route: str, *more: tuple[str, object]) -> list:
    """One unit's move: the route is asked only where there are several."""
    return [("p1", "mover", unit), *([("p1", "route", route)] if route else []), *(("p1", k, w) for k, w in more)]


def migrate(*given: str, answers: list, **more) -> Table:
    return run(GO, (MAP, *given), answers, **more)
