"""A secret key, a stream and a counter in; the same numbers out on every machine. No state, no clock, no `random`.

A stream is one purpose (a deck, a track, a hand): one more draw in a stream moves no number of another. Whoever
holds the key can foresee the game, so the key is shown when the game is over and only its commitment before.
"""

import secrets
from hashlib import blake2b, sha256
from struct import Struct

KEY_BYTES = 16
WORDS = 1 << 64  # one step of a counter gives one word out of so many

# Fixed width and byte order, so that no two places share a word; a stream or counter past 64 bits is an error here.
_place = Struct("<QQ").pack


def word(key: bytes, stream: int, counter: int) -> int:
    """The 64-bit word that stands at one place of one stream."""
    return int.from_bytes(blake2b(_place(stream, counter), digest_size=8, key=key).digest(), "little")


def draw(key: bytes, stream: int, counter: int, below: int) -> tuple[int, int]:
    """A number from 0 up to but without `below`, every one equally likely, and the counter for the next draw."""
    if not 1 <= below <= WORDS:
        raise ValueError(f"a draw needs between 1 and {WORDS} possible numbers, not {below}")
    # The words past the last whole multiple would make small numbers more likely: they are passed over.
    limit = WORDS - WORDS % below
    while True:
        # `word` written out: the call would cost a tenth of the draw.
        drawn = int.from_bytes(blake2b(_place(stream, counter), digest_size=8, key=key).digest(), "little")
        counter += 1
        if drawn < limit:
            return drawn % below, counter


def shuffled(key: bytes, stream: int, counter: int, items: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The items in a new order, every order equally likely, and the counter for the next draw."""
    # Fisher-Yates from the end, written out: the order must not change when a library's shuffle does.
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen, counter = draw(key, stream, counter, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order), counter


def key_from_seed(seed: str) -> bytes:
    """The key that a seed stands for. Any text is a seed; a short one can be guessed and keeps no secret."""
    # Half a surrogate pair can come from a command line; it is a seed like any other text.
    return sha256(seed.encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES]


def fresh_seed() -> str:
    """A seed nobody can guess: `9f3c01d2-77ab40e6-c2d8f915-0b6ea134`, as many random bits as the key has."""
    digits = secrets.token_hex(KEY_BYTES)
    return "-".join(digits[start : start + 8] for start in range(0, len(digits), 8))


def commitment(key: bytes, digest: str) -> str:
    """The text shown at the start of a game; with the key shown at its end, anyone can check that no one cheated."""
    # Keys have one length, so key and digest cannot run into each other.
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
    return blake2b(key + digest.encode("utf-8", "surrogatepass"), digest_size=32).hexdigest()
