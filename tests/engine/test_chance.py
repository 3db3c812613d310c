"""Keyed chance: the numbers are pinned, even, and independent between streams."""

from hashlib import blake2b, sha256

import pytest

from archidsl.engine.chance import WORDS, commitment, draw, fresh_seed, key_from_seed, shuffled, word

KEY = key_from_seed("harbour")
BIG = (1 << 63) + 1  # nearly every second word is passed over


def values(stream: int, below: int, count: int, counter: int = 0) -> list[int]:
    found = []
    for _ in range(count):
        value, counter = draw(KEY, stream, counter, below)
        found.append(value)
    return found


def specified(key: bytes, stream: int, counter: int, below: int) -> tuple[int, int]:
    """The specification of `draw`, one byte order and one sieve at a time."""
    place = stream.to_bytes(8, "little") + counter.to_bytes(8, "little")
    drawn = sum(byte << 8 * at for at, byte in enumerate(blake2b(place, digest_size=8, key=key).digest()))
    if drawn // below == 2**64 // below:  # past the last whole multiple
        return specified(key, stream, counter + 1, below)
    return drawn % below, counter + 1


def test_pinned_draws() -> None:
    assert KEY.hex() == "aa74f6fd03bf68be7e0f4bd06cae61a7"
    assert [draw(KEY, 0, counter, 6) for counter in range(6)] == [(1, 1), (2, 2), (4, 3), (1, 4), (3, 5), (1, 6)]
    assert draw(KEY, 1, 0, WORDS) == (11452581530062524079, 1) == (word(KEY, 1, 0), 1)


def test_pinned_draws_that_pass_over_words() -> None:
    counter, found = 0, []
    for _ in range(4):
        value, counter = draw(KEY, 9, counter, BIG)
        found.append((value, counter))
    assert found == [
        (655863934818980545, 1),
        (4430670272922281658, 5),
        (3771958954388980381, 6),
        (5456100252574095938, 9),
    ]


def test_pinned_shuffle_and_commitment() -> None:
    assert shuffled(KEY, 3, 0, tuple(range(10))) == ((9, 0, 8, 7, 2, 4, 5, 3, 1, 6), 9)
    assert commitment(KEY, "abc") == "07a63c7d6202f4f913b335d54a4d13a016a99b85c01723f5d0e972eb2163c04d"


def test_ten_thousand_pinned_vectors() -> None:
    """Draws and shuffles of many sizes, streams and counters, as one hash: no release may change them."""
    total = sha256()
    for at in range(10_000):
        total.update(repr(draw(KEY, at % 17, at * 31, at * at + 1)).encode())
    for size in range(130):
        total.update(repr(shuffled(KEY, size, size, tuple(range(size)))).encode())
    assert total.hexdigest() == "2cd3e2a40087ad49cdc4ac7477a4b6e4856b57523777f3b615db8477279b3d92"


def test_draw_equals_its_specification() -> None:
    for below in (1, 2, 3, 52, 2**32 + 1, BIG, 3 * 2**62 + 1, WORDS - 1, WORDS):
        for counter in range(200):
            assert draw(KEY, 5, counter, below) == specified(KEY, 5, counter, below)


@pytest.mark.parametrize("below", [2, 6, 7, 52])
def test_draws_are_even(below: int) -> None:
    counts = [0] * below
    for value in values(11, below, 20_000):
        counts[value] += 1
    expected = 20_000 / below
    chi = sum((count - expected) ** 2 / expected for count in counts)
    # Within four standard deviations of the mean; the key is fixed, so this cannot fail by chance.
    assert abs(chi - (below - 1)) < 4 * (2 * (below - 1)) ** 0.5


def test_draws_are_even_where_many_words_are_passed_over() -> None:
    # Without the sieve the lower third of 3 * 2**62 numbers would come twice as often as the rest.
    thirds = [0, 0, 0]
    for value in values(12, 3 * 2**62, 15_000):
        thirds[value >> 62] += 1
    assert sum((count - 5_000) ** 2 / 5_000 for count in thirds) < 13.8


def test_shuffles_are_even() -> None:
    counts: dict[tuple[int, ...], int] = {}
    counter = 0
    for _ in range(24_000):
        order, counter = shuffled(KEY, 13, counter, (0, 1, 2, 3))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    # 23 degrees of freedom: p = 0.001 at both ends.
    assert 7.5 < sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 49.7


def test_a_draw_in_one_stream_moves_no_other() -> None:
    before = values(2, 1_000, 1_000)
    mixed, first, second = [], 0, 0
    for at in range(1_000):
        for _ in range(at % 3):
            _, first = draw(KEY, 1, first, BIG)
        value, second = draw(KEY, 2, second, 1_000)
        mixed.append(value)
    assert mixed == before
    assert len({tuple(values(stream, 1_000, 20)) for stream in range(200)}) == 200


def test_a_shuffle_keeps_the_items() -> None:
    items = (7, 7, -1, 0, 5, 10**12)
    order, counter = shuffled(KEY, 0, 40, items)
    assert sorted(order) == sorted(items)
    assert counter == 45
    assert shuffled(KEY, 0, 3, ()) == ((), 3)
    assert shuffled(KEY, 0, 3, (9,)) == ((9,), 3)


@pytest.mark.parametrize("below", [0, -1, WORDS + 1])
def test_impossible_draws_are_refused(below: int) -> None:
    with pytest.raises(ValueError, match="a draw needs"):
        draw(KEY, 0, 0, below)


def test_any_text_is_a_seed() -> None:
    seeds = ["", "1", "01", "-7", "7", "Zürich", "\ud800", "a" * 100_000, "\0"]
    assert len({key_from_seed(seed) for seed in seeds}) == len(seeds)
    assert all(len(key_from_seed(seed)) == 16 for seed in seeds)


def test_fresh_seeds_differ_and_print() -> None:
    seeds = {fresh_seed() for _ in range(1_000)}
    assert len(seeds) == 1_000
    assert all(len(seed) == 35 and seed.isascii() and seed.isprintable() for seed in seeds)


def test_a_commitment_binds_key_and_pack() -> None:
    other = key_from_seed("lighthouse")
    assert len({commitment(KEY, "a"), commitment(KEY, "b"), commitment(other, "a"), commitment(other, "b")}) == 4
    with pytest.raises(ValueError, match="16 bytes"):
        commitment(KEY + b"a", "")
