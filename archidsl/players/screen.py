"""A map, blocks, news and a question in, the lines of one screen out.

The question always stands below, whole; above it the map as large as fits, and beside and below the map as many blocks
as there is room for. What has no room is named, so that a person can ask for it. Without a height everything is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from archidsl.emit import width
from archidsl.engine.views import View
from archidsl.players.lines import MORE, Line, beside, cut, folded, is_table, plain, wide
from archidsl.players.map import Map, map_of
from archidsl.players.panels import Block
from archidsl.players.showing import Known, Teller, everything
from archidsl.players.usual_panels import TOP, blocks_of
from archidsl.texts.naming import Naming

GAP = 3  # columns between the map and blocks
MOST_STATUS = 2  # lines of a block at the top
STATUS_SHARE = 4  # of the screen one part at most is for them
NARROWEST = 28  # columns of blocks
MOST_PILLARS = 3
LINE_COST = 0.001  # of two pages that show the same, the lower one
LEAST_ABOVE = 6  # lines for map and blocks, whatever is asked
WHOLE_MAP = 18  # a question with very many answers leaves at least so many lines
MOST_NEWS, NEWS_SHARE = 4, 5  # lines on a small screen; on a tall one this part of it
ANSWERS = re.compile(r" *[1-9][0-9]* ")
WORTH = {3: 1.2, 2: 1.0, 1: 0.4, 0: 0.0}  # of a map, by the size of its cells; the first block is worth 1
CUT_CELL = 0.05  # less for each cell that has no room for all that is in it
ASKED = 4.0  # more for what the question is about
NEXT_WORTH = 0.8  # a block is worth so much of the one before it


@dataclass(frozen=True, slots=True)
class Size:
    """Of a terminal; a pipe has no height."""

    columns: int = 80
    lines: int | None = None


@dataclass(slots=True)
class Pillar:
    """A column of the screen that is being filled."""

    columns: int
    room: int
    parts: list[list[Line]] = field(default_factory=list)

    def take(self, block: Block) -> bool:
        """Puts the block here, if it fits as it is."""
        if table_width(block) > self.columns or self.columns < NARROWEST // 2:
            return False
        made = block_lines(block, self.columns)
        if len(made) > self.room - sum(map(len, self.parts)):
            return False
        self.parts.append(made)
        return True

    @property
    def lines(self) -> list[Line]:
        """Blocks apart from each other, if there is room for it."""
        apart = sum(map(len, self.parts)) + len(self.parts) - 1 <= self.room
        gap: list[Line] = [()] if apart else []
        return [line for part in self.parts for line in (*gap, *part)][len(gap) :]


@dataclass(frozen=True, slots=True)
class Page:
    """One way to fill the room above the question."""

    lines: list[Line]
    missing: list[Block]
    worth: float


def composed(
    size: Size, naming: Naming, chart: Map | None, blocks: Sequence[Block], news: Sequence[str],
    question: Sequence[Line], drawn: Sequence[Line] = (),
) -> list[Line]:  # fmt: skip
    """The whole screen; the line for typing is left free. `drawn` belongs to the question, and is left out last."""
    status = _statuses([block for block in blocks if block.at == TOP], size)
    others = [block for block in blocks if block.at != TOP]
    told: list[Line] = [(("dim", plain(line)),) for line in folded(news, size.columns)]
    if size.lines is None:
        above = unlimited(size, chart, others)
        return [*status, *above, *told, (), *drawn, *question] if above or told else [*status, *drawn, *question]
    below = [
        cut(line, size.columns) for line in _shortened(question, max(size.lines // 2, size.lines - WHOLE_MAP), naming)
    ]
    room = size.lines - 1 - len(status) - len(below)
    if len(drawn) <= room - 1 - bool(news):
        room -= len(drawn)
        below = [*drawn, *below]
    told = _latest(told, max(1, min(max(MOST_NEWS, size.lines // NEWS_SHARE), room - LEAST_ABOVE)))
    page = best(size.columns, room - len(told) - 1, naming, chart, others)
    return [*status, *page.lines, *_missing(page.missing, naming, size), *told, *below]


def _latest(told: list[Line], most: int) -> list[Line]:
    """The end of the news, not from the middle of a sentence on if it can be helped."""
    kept = told[-most:]
    whole = [i for i, line in enumerate(kept) if not plain(line).startswith("  ")]
    return kept[whole[0] :] if whole else [(("dim", plain(kept[0]).strip()),), *kept[1:]] if kept else []


def _statuses(blocks: Sequence[Block], size: Size) -> list[Line]:
    """Each on two lines at most; where these would take too much of the screen, on one."""
    made = [line for block in blocks for line in _status(block, size, MOST_STATUS)]
    if size.lines is None or len(made) <= size.lines // STATUS_SHARE:
        return made
    return [line for block in blocks for line in _status(block, size, 1)]


def _status(block: Block, size: Size, most: int) -> list[Line]:
    """As much of it as fits."""
    texts = [" ".join(line.split("\n")) for line in block.lines]
    made = [plain(line) for line in folded([" · ".join(texts)], size.columns)]
    if len(made) > most:
        made[most - 1 :] = [f"{made[most - 1]} {made[most].strip()}"]
    return [cut((("help", line),), size.columns) for line in made]


def _shortened(question: Sequence[Line], most: int, naming: Naming) -> list[Line]:
    """A question with very many answers is cut in the middle of a screen."""
    if len(question) <= most:
        return list(question)
    last = [] if ANSWERS.match(plain(question[-1])) else [question[-1]]
    kept = most - 1 - len(last)
    left = len(question) - len(last) - kept
    return [*question[:kept], (("dim", naming.say("more_answers", number=left)),), *last]


def _missing(blocks: Sequence[Block], naming: Naming, size: Size) -> list[Line]:
    if not blocks:
        return []
    names = ", ".join(block.title for block in blocks)
    said = naming.say("more_blocks", names=names)
    if width(said) > size.columns:
        said = naming.say("more_names", names=names)
    return [cut((("dim", said),), size.columns)]


def unlimited(size: Size, chart: Map | None, blocks: Sequence[Block]) -> list[Line]:
    """Everything, one below the other."""
    parts = [chart.drawn(size.columns, None, 2)[0]] if chart is not None else []
    parts += [block_lines(block, size.columns) for block in blocks]
    return [line for part in parts for line in ((), *part)][1:]


def table_width(block: Block) -> int:
    """Columns that its tables need; all else can be wrapped."""
    return max((wide((line,)) for line in block.lines if is_table(line)), default=0)


def block_lines(block: Block, columns: int) -> list[Line]:
    """A title; before the only line, or in the empty corner of a table, it needs no line of its own."""
    title, lines = block.title, block.lines
    if len(lines) == 1 and not is_table(lines[0]):
        first, *rest = folded([f"{title} · {lines[0]}"], columns)
        return [(("bold", plain(first)[: len(title)]), plain(first)[len(title) :]), *rest]
    made = folded(lines, columns)
    corner = plain(made[0]) if made else ""
    if wide((title,)) == len(title) < len(corner) - len(corner.lstrip()):
        return [(("bold", title), corner[len(title) :]), *made[1:]]
    return [(("bold", title),), *made]


def best(columns: int, room: int, naming: Naming, chart: Map | None, blocks: Sequence[Block]) -> Page:
    """The page that is worth most: a large map, and the first blocks beside it."""
    return max(_pages(columns, room, naming, chart, blocks), key=lambda page: page.worth)


def _pages(columns: int, room: int, naming: Naming, chart: Map | None, blocks: Sequence[Block]) -> Iterator[Page]:
    """Every size of the map with every number of columns beside it."""
    for pillars in range(1, MOST_PILLARS + 1):
        yield _page([], columns, pillars, room, blocks, 0.0 if chart is None else -1.0)
    for share in (columns, columns - NARROWEST - GAP, columns // 2) if chart is not None else ():
        for slope, lines, cropped in chart.choices(share, room) if chart is not None else ():
            if cropped:
                lines = [*lines, (("dim", naming.say("map_part")),)]
            worth = WORTH[slope] - CUT_CELL * sum(plain(line).count(MORE) for line in lines)
            worth += -0.8 if cropped else ASKED if chart is not None and chart.asked else 0.0
            for pillars in range(MOST_PILLARS + 1):
                yield _page(lines, columns, pillars, room, blocks, worth)


def _page(drawn: list[Line], columns: int, number: int, room: int, blocks: Sequence[Block], worth: float) -> Page:
    """The map at the left, columns of blocks at its right, what is left below it, and wide tables at the foot."""
    width = max(map(wide, drawn), default=0)
    left = columns - width - GAP if drawn else columns
    each = (left - GAP * (number - 1)) // number if number else 0
    if each < NARROWEST:
        number = each = 0
    foot = Pillar(columns, max(0, room - max(len(drawn), LEAST_ABOVE)))
    low = [block for block in blocks if table_width(block) > each and foot.take(block)]
    room -= len(foot.lines)
    pillars = [Pillar(each, room) for _ in range(number)]
    under = Pillar(width if pillars else columns, room - len(drawn) if drawn else 0)
    missing = []
    for place, block in enumerate(blocks):
        if block in low or any(pillar.take(block) for pillar in (*pillars, under)):
            worth += NEXT_WORTH**place + (ASKED if block.asked else 0.0)
        else:
            missing.append(block)
    first = [*drawn, *under.lines]
    used = [(pillar.columns, pillar.lines) for pillar in pillars if pillar.lines]
    lines = beside([*([(width, first)] if first else []), *used], GAP)
    return Page([*lines, *foot.lines], missing, worth - len(lines) * LINE_COST - len(foot.lines) * LINE_COST)


def shown(view: View, known: Known, naming: Naming, all_of_it: bool = False) -> str:
    """A whole view as plain text of 80 columns, without any question."""
    naming = naming.seen(view)
    chart = map_of(view, known, naming, Teller(view, known, naming).cells())
    found = [Block("", "", tuple(everything(view, known, naming)))] if all_of_it else blocks_of(view, known, naming)
    size = Size()
    parts = [chart.drawn(size.columns, None, 2)[0]] if chart is not None else []
    parts += [folded(block.lines, size.columns) if all_of_it else block_lines(block, size.columns) for block in found]
    return "\n\n".join("\n".join(map(plain, part)) for part in parts if part)
