"""What the words of one game mean: every declared name, with its type and its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from archidsl.checker.declared_panels import Panel
from archidsl.checker.types import Type
from archidsl.diagnostics import Span
from archidsl.lang import nodes as n
from archidsl.packs.pack import Item


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees something: `all`, `owner` or `nobody`; for a stack perhaps other words for its top."""

    rest: str = "all"
    top: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of thing: declared, or made by a holder, a zone or a grid (`sort` says which)."""

    name: str
    span: Span
    sort: str = "kind"  # kind player holder zone grid cell tile region area
    parent: str = ""
    members: tuple[str, ...] = ()
    count: object = None  # a number, or ("per", formula), or ("split", property, ((label, number), ...))
    per: bool = False  # one (or `count`) for each player
    places: tuple[str, ...] = ()
    starts: str = ""
    usual: str = ""
    belongs_to: str = ""
    alike: bool = False
    active: tuple[str, ...] = ()
    back: tuple[str, ...] = ()  # facts, and kinds of parts, that its back shows
    order: str = "set"
    room: object = None
    sets: str = ""
    sight: Sight = Sight()
    stuff_sight: tuple[tuple[str, str], ...] = ()
    holds: bool = False
    quiet: bool = False
    whole: str = ""  # the kind whose member each of these is part of


@dataclass(frozen=True, slots=True)
class Stuff:
    """Alike and countable: a group with members, or a single one (its only member bears its name)."""

    name: str
    span: Span
    members: tuple[str, ...]
    totals: tuple[int, ...]
    total: n.Expression | None  # instead of a number: what is known from the options
    starts: tuple[tuple[str, int | None], ...]
    paid_to: n.Expression | None
    substitutes: tuple[Substitute, ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """Another stuff that may be paid in place of this one."""

    span: Span
    stuff: str
    goes_to: str
    delivers_from: str
    when: n.Expression | None


@dataclass(frozen=True, slots=True)
class Property:
    """Something stored: of the game, of each thing of a kind, or of each pair."""

    name: str
    span: Span
    of: tuple[str, ...]
    type: Type
    start: object = None
    low: int | None = None
    high: int | None = None
    cleared_at: str = ""
    cleared_by_move: bool = False
    inverse: str = ""
    seen_by: str = "all"
    keeps: bool = False
    quiet: bool = False
    mirror_of: str = ""  # for the inverse of another property


@dataclass(frozen=True, slots=True)
class Fact:
    """Something fixed about each member of a kind."""

    name: str
    span: Span
    kind: str
    type: Type
    default: object = None
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """A named text that reads: a measure, an adjective, a noun or a computed property."""

    name: str
    span: Span
    sort: str  # measure, computed, adjective, noun
    params: tuple[tuple[str, Type], ...]
    form: str  # condition, formula, selection (first match), cases
    text: object = None
    result: Type | None = None
    of: tuple[str, ...] = ()
    refusal: str = ""  # what people read when it is not so
    shown: bool = False  # a computed property that stands in views


@dataclass(frozen=True, slots=True)
class Table:
    """A column of a table, used like a measure: `price(left, gold, 5)`."""

    name: str
    span: Span
    params: tuple[tuple[str, Type], ...]
    rows: object  # nested dicts by stuff, label or member; tuples for numbers
    beyond: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """Lines with a name: a procedure, or a phase (whose name is also a moment)."""

    name: str
    span: Span
    sort: str
    params: tuple[tuple[str, Type], ...]
    opens: str
    body: tuple[n.Statement, ...]
    during: str = ""  # the window whose values it may use


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What each member of a kind gives in its own words: an effect, a condition or a formula."""

    name: str
    span: Span
    kind: str
    form: str
    required: bool

    @property
    def key(self) -> str:
        """Two kinds may have behaviours of one name."""
        return f"{self.name} of {self.kind}"


@dataclass(frozen=True, slots=True)
class Deed:
    """One member's text for a behaviour; `bound` are constants its text may use."""

    behaviour: str
    kind: str
    member: str
    span: Span
    text: object
    bound: tuple[tuple[str, str], ...] = ()
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Passive:
    """What happens by itself at a moment, while `member` is in play (or always, for a rule of the window)."""

    moment: str
    span: Span
    kind: str
    member: str
    when: n.Expression | None
    effect: tuple[n.Statement, ...]
    bound: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """A moment that can be announced, with values that what comes in may read or change."""

    name: str
    span: Span
    values: tuple[tuple[str, Type], ...]
    changes: frozenset[str]
    effect: tuple[n.Statement, ...] | None
    offers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """Tested after each step that could make it true."""

    name: str
    span: Span
    over: n.Things | None
    when: n.Expression
    effect: tuple[n.Statement, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """Settled before a game; a constant once compiled."""

    name: str
    span: Span
    type: Type
    values: tuple[str, ...]
    low: int
    high: int
    default: str | int
    rule: str = ""
    clashes: tuple[tuple[tuple[tuple[str, str | int], ...], str], ...] = ()


@dataclass(frozen=True, slots=True)
class GridDecl:
    """A board of cells, perhaps with tiles laid on them."""

    name: str
    span: Span
    shape: str
    cells: str
    radius: int
    size: tuple[int, int]
    lays: str
    makes: str
    faces: int
    rotations: int
    sides: tuple[tuple[str, str], ...]  # letter, type
    areas: tuple[tuple[str, frozenset[str]], ...]  # kind, side types
    joins: tuple[tuple[str, object], ...]  # side type, True, False or the name of a flag
    tiles: tuple[TileDecl, ...] = ()


@dataclass(frozen=True, slots=True)
class FaceDecl:
    """One face of a tile: side letters, area letters, facts; areas that no side belongs to, and facts of areas."""

    sides: str
    areas: str
    facts: tuple[tuple[str, object], ...]
    inner: tuple[tuple[str, str], ...] = ()  # letter, kind of area
    area_facts: tuple[tuple[str, str, object], ...] = ()  # letter, fact, value


@dataclass(frozen=True, slots=True)
class TileDecl:
    name: str
    span: Span
    faces: tuple[FaceDecl, ...]


@dataclass(slots=True)
class Vocabulary:
    """All tables of one game. Filled by `from_pack`, read by everybody else."""

    game: str = ""
    main: str = ""
    main_span: Span | None = None
    turn_order: str = ""
    results: dict[str, str] = field(default_factory=dict)
    outlook: str = ""  # the property of players that bots look at
    outlook_span: Span | None = None
    kinds: dict[str, Kind] = field(default_factory=dict)
    stuffs: dict[str, Stuff] = field(default_factory=dict)
    stuff_index: dict[str, int] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    properties: dict[tuple[str, str], Property] = field(default_factory=dict)
    facts: dict[tuple[str, str], Fact] = field(default_factory=dict)
    fact_values: dict[tuple[str, str, str], object] = field(default_factory=dict)
    unsaid: set[tuple[str, str]] = field(default_factory=set)  # fact and member: the default stands there
    members: dict[str, str] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)
    formulas: dict[str, Formula] = field(default_factory=dict)
    computed: dict[tuple[str, str], Formula] = field(default_factory=dict)
    adjectives: dict[tuple[str, str], Formula] = field(default_factory=dict)
    nouns: dict[str, Formula] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    behaviours: dict[str, Behaviour] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    passives: list[Passive] = field(default_factory=list)
    windows: dict[str, Window] = field(default_factory=dict)
    watches: list[Watch] = field(default_factory=list)
    panels: list[Panel] = field(default_factory=list)
    options: dict[str, Option] = field(default_factory=dict)
    grids: dict[str, GridDecl] = field(default_factory=dict)
    grid_items: list[Item] = field(default_factory=list)
    moments: dict[str, int] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    # -- looking things up

    def behaviours_named(self, name: str) -> list[Behaviour]:
        return [b for b in self.behaviours.values() if b.name == name]

    def label(self, word: str) -> int:
        return self.labels.setdefault(word, len(self.labels))

    def below(self, kind: str) -> frozenset[str]:
        """The kind and every kind that `is_a` it, however far."""
        found = {kind}
        grown = True
        while grown:
            more = {k.name for k in self.kinds.values() if k.parent in found and k.name not in found}
            found |= more
            grown = bool(more)
        return frozenset(found)

    def above(self, kind: str) -> list[str]:
        """The kind and what it is a sort of, nearest first."""
        chain = []
        while kind and kind not in chain:
            chain.append(kind)
            kind = self.kinds[kind].parent if kind in self.kinds else ""
        return chain

    def kind_type(self, kind: str) -> Type:
        return Type("thing", self.below(kind))

    def stuff_type(self, group: str) -> Type:
        return Type("stuff", frozenset(self.groups[group]))

    def property_of(self, name: str, kind: str) -> Property | None:
        for k in self.above(kind):
            if (name, k) in self.properties:
                return self.properties[name, k]
        return None

    def fact_of(self, name: str, kind: str) -> Fact | None:
        for k in self.above(kind):
            if (name, k) in self.facts:
                return self.facts[name, k]
        return None

    def computed_of(self, name: str, kind: str) -> Formula | None:
        for k in self.above(kind):
            if (name, k) in self.computed:
                return self.computed[name, k]
        return None

    def adjective_of(self, word: str, kind: str) -> Formula | None:
        for k in self.above(kind):
            if (word, k) in self.adjectives:
                return self.adjectives[word, k]
        return None

    def places_of(self, kind: str) -> tuple[str, ...]:
        """Where a kind can be: where it says itself, and where what it is a sort of can be."""
        return tuple(dict.fromkeys(place for k in self.above(kind) for place in self.kinds[k].places))

    def inherited(self, kind: str, attribute: str) -> object:
        """The nearest value of an attribute (`usual`, `belongs_to`, `alike`, `starts`) up the chain."""
        for k in self.above(kind):
            value = getattr(self.kinds[k], attribute)
            if value:
                return value
        return getattr(self.kinds[kind], attribute)

    def words_of(self, kinds: frozenset[str]) -> set[str]:
        """Every property, fact and computed property that things of these kinds have."""
        words = set()
        for table in (self.properties, self.facts, self.computed):
            for name, kind in table:
                if any(kind in self.above(k) for k in kinds):
                    words.add(name)
        return words
