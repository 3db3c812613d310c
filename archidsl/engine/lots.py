"""A seed in, quick numbers out, for whoever thinks ahead: the same on every machine, and no secret depends on them.

What happens in a game is drawn with its key (see `chance`); these numbers only say what a player thinks of.
"""

from __future__ import annotations

from archidsl.engine.chance import key_from_seed

MASK = (1 << 64) - 1


class Lots:
    """Called with a number, it gives one below it (a SplitMix64 generator)."""

    __slots__ = ("state",)

    def __init__(self, seed: str) -> None:
        self.state = int.from_bytes(key_from_seed(seed)[:8], "little")

    def __call__(self, below: int) -> int:
        if below > MASK:  # more than one word can give
            return (self.word() | self(1 + (below >> 64)) << 64) % below
        return self.word() * below >> 64

    def word(self) -> int:
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)
