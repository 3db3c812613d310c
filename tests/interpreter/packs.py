"""Small packs, each about one construct, on a common ground; and how to read a pack out of a text."""

from __future__ import annotations

from archidsl.checker import from_pack, from_vocabulary
from archidsl.diagnostics import Report
from archidsl.packs import from_files, layering
from archidsl.pipeline import Game


def read(name: str) -> Game:
    """The pack of that name; stops with `PackErrors` if the checker finds anything wrong."""
    report = Report()
    texts = {"common.yaml": COMMON, "test.yaml": PACKS[name]}
    documents = [from_files.read_text(file, text, report) for file, text in texts.items()]
    pack = layering.merge([[document for document in documents if document is not None]], report)
    report.stop_if_errors()
    vocabulary = from_pack.declare(pack, report)
    report.stop_if_errors()
    rules = from_vocabulary.check(vocabulary, report)
    report.stop_if_errors()
    return Game(pack, vocabulary, rules, report)


COMMON = """
pack: test
title: Tests of single constructs
main: game
order: seats
results: {score: score}

options:
  - {option: players, range: 2-3, default: 2}
  - {option: few, range: 0-2, default: 0}

stuffs:
  - {stuff: gold, total: 60, starts: bank, paid_to: bank}
  - {stuff: joker, total: 12, starts: bank, paid_to: bank}
  - stuff: ware
    members: {wood: 20, clay: 16}
    starts: bank
    paid_to: bank
    substitutes:
      - {with: joker, goes_to: bank, delivers_from: bank, when: it of bank > 0}

holders:
  - {holder: bank}
  - {holder: player}
  - {holder: chest, room: chest_room}
  - {holder: purse, of: player}
  - {holder: till, of: player, count: 2}

zones:
  - {zone: deck, of: card, order: stack, seen_by: nobody}
  - {zone: hand, per: player, of: card, order: set, sets: owner, seen_by: all}
  - {zone: shelf, of: card, order: row, room: 4}
  - {zone: camp, per: player, of: pawn, order: set}
  - {zone: field, of: pawn, order: set}

kinds:
  - kind: card
    starts: deck
    belongs_to: owner
    active: hand
    facts:
      worth: number
      suit: [red, blue]
      steps: {type: number, listed: yes}
      price: cost
      moment: {type: window, default: dusk}
    properties:
      owner: player
      used: {type: yes_no, cleared: {at: dawn}}
      mate: {type: pawn, inverse: tamer, cleared: {by: move}}
      age: {type: number, range: 0-3}
    behaviours: {perform: optional effect, suits: optional condition, merit: optional formula}
  - kind: pawn
    count: {per: player, is: 3}
    starts: camp
    belongs_to: master
    alike: yes
    properties: {master: player, tired: yes_no}

properties:
  - {property: seats, type: order of player}
  - {property: score, of: player, type: number, track: {from: 0, to: 30}}
  - {property: tension, type: number, track: {from: 0, to: 9}}
  - {property: noted, type: number, keeps: yes}
  - {property: marked, of: player, type: yes_no}
  - {property: best, type: card}
  - {property: debt, of: [player, player], type: number, track: {from: 0}}
  - {property: fresh, of: player, type: number, cleared: {at: dawn}}
  - {property: wealth, of: player, is: gold of it + 2 * ware of it}
  - {property: poorest, the: player p where wealth of p is lowest wealth of player}
  - property: mood
    of: card
    cases:
      - {when: used of it, is: -1}
      - {when: suit of it is red, is: worth of it}

nouns:
  - {noun: ace, of: card, means: worth of it > 3}
  - {noun: money, of: [gold, ware]}

adjectives:
  - {adjective: rich, of: player, means: gold of it > 3}
  - {adjective: new, of: card, means: not used of it}
  - {adjective: ready, of: pawn, means: not tired of it}

measures:
  - {measure: strong, with: {c: card}, means: worth of c > 1 and not used of c}
  - {measure: spare, with: {p: player}, is: gold of p - number of card in hand of p}

tables:
  - table: rates
    by: {what: money, pile: number}
    columns: [rate, fee]
    rows:
      gold: {0-1: [1, 0], 2: [2, 1], 4+: [5, 2]}
      wood: {0-3: [2, 2], 4+: [1, 1]}
    else: 7
  - table: ladder
    by: {rung: number}
    columns: [stair]
    rows: {1: 5, 2-3: 2}
  - table: rooms
    by: {at: chest, what: money}
    columns: [chest_room]
    rows: {chest: {gold: 5, wood: 3, clay: 2}}

windows:
  - window: deal
    values: {bidder: player, what: card, value: number}
    changes: [value]
    offers: [borrow]
    effect: |
      if value > 4:
        raise tension by 1
  - window: dusk
    values: {guest: player}

cards:
  - card: one
    worth: 1
    suit: red
    steps: [1, 2]
    price: 1 gold
    perform: |
      choose helper: ready pawn of you
      set tired of helper to yes
      gain 1 gold
    passive:
      - {moment: deal, when: bidder is you, effect: raise value by 2}
  - card: two
    worth: 2
    suit: blue
    steps: [3]
    price: 1 wood, 1 clay
    moment: deal
    perform: |
      raise score of you by value
      set value to value + 1
    suits: gold of you > 2
    merit: 2 * gold of you + 1
  - card: three
    worth: 3
    suit: blue
    price: 2 clay
    perform: |
      choose way:
        sell if gold of bank > 0: gain 2 gold
        trade:
          choose good: ware
          pay 1 good
          gain 1 joker
  - {card: four, worth: 4, suit: red, merit: "7"}
  - {card: five, worth: 5, suit: red, steps: [9, 8, 7]}
  - {card: six, worth: 1, suit: blue}
  - {card: seven, worth: 2, suit: red, price: 1 joker}
  - {card: eight, worth: 6, suit: blue, merit: gold of you, moment: deal, perform: set value to 2 * value}
  - {card: nine, worth: 0, suit: red, perform: finish}

procedures:
  - procedure: setup
    effect: |
      shuffle deck
      each player p:
        p gains 6 gold
        p gains 2 joker
        p gains 2 wood
        p gains 2 clay
        move 2 card from deck to hand of p
  - procedure: borrow
    effect: |
      require gold of you < 4 and gold of bank > 3
      choose sum: 1 to 2
      gain (sum) gold
      raise debt(you, you) by sum

phases:
  - phase: dawn
    effect: |
      each player p:
        raise fresh of p by 1
        move 1 card from deck to hand of p
"""

PACKS: dict[str, str] = {}

PACKS["attempts"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does adventure()
  - procedure: adventure
    effect: |
      let seen = 0
      let target = nothing
      attempt:
        raise seen by 1
        raise noted by 1
        choose c: card in hand of you
        set target to c
        raise tension by 2
        move c to shelf
        do risk(c)
        require tension < 6
        raise score of you by seen
      else:
        raise score of you by 10 * seen + 1
        if target is nothing: raise noted by 100
        lower tension by 1
      attempt:
        raise seen by 5
        announce deal(you, one, seen)
        require seen < 9
      if seen > 4: raise score of you by 1
  - procedure: risk
    with: {c: card}
    effect: |
      set used of c to yes
      attempt:
        lower tension by 1
        require strong(c) or tension > 3
      else: raise tension by 1
      if gold of you > 2: move top of deck to hand of you
      raise tension by 1
      require tension < 8
"""

PACKS["quiet_attempts"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p:
          p chooses dare: 0 to 9
          p does gamble(dare)
  - procedure: gamble
    with: {dare: number}
    effect: |
      let left = dare
      attempt:
        lower left by 1
        raise tension by dare
        require tension < 7 and left < 8
        raise score of you by left
      else:
        raise score of you by left
        raise noted by 1
      announce deal(you, one, left)
      if left > dare: raise noted by 10
      lower tension by 4
"""

PACKS["payments"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 5:
        each player p: p does shop()
  - procedure: shop
    effect: |
      choose what:
        single: pay 2 wood
        both: pay 2 wood, 1 clay
        twice:
          pay 1 wood
          pay 1 gold
          pay 1 clay to chest
          raise score of you by 3
        chosen:
          choose good: ware g where held(bank, g) > 0
          choose much: 1 to 3
          pay (much) good
          pay 1 gold
        listed:
          choose c: card in hand of you
          pay price of c
          move c to shelf
        spend:
          choose coins: 0 to (gold of you)
          gain 1 clay from chest
          pay (coins) gold to purse of you
        free: gain 1 wood
        both_joker if covers(you, price of two): pay price of two, 1 joker
      move all ware from purse of you to you
"""

PACKS["together"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p together:
          p secretly chooses stake: 0 to (gold of p)
          p pays (stake) gold to chest
          raise score of p by stake + number of marked player
          if stake > 2: set marked of p to yes
        each player p together:
          p may choose c: card in hand of p
          if c is nothing: raise noted by 1
          move c to shelf
        each player p from poorest together:
          p secretly chooses gift: 0 to 2 of ware of p
          move gift from p to purse of p
          raise score of p by wood of gift

adjectives:
  - {adjective: marked, of: player, means: marked of it}
"""

PACKS["really"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p:
          p does choose c: card in hand of p
          move c to shelf
          p does secretly choose few: 1 to 1 of card in hand of p
          p does choose reply:
            take_it if gold of p > 9: p gains 1 gold
            leave_it: raise noted by 1
          p may choose n: 2 to 2
          p does choose line_up: order of player q where score of q > 0
          p does choose gift: 0 to 0 of ware of p
          repeat 0 to 2 while gold of p < 12:    # only to be declined, if nothing can be answered
            p does choose spare: card in hand of p where wood of p > 1
            p gains 1 gold
          repeat 0 to 1:
            p does choose help:
              pour if gold of p > 9: p pays 1 gold
              leave if tension > 3: lower tension by 1
          repeat 1 to 3:
            p does secretly choose pair: 2 to 2 of card in hand of p
            lower score of p by 1
          p does alone()
          repeat 0 to 1:
            p does choose row: order of player q where score of q > 1
          repeat 0 to 1:
            p does choose heap: 1 to 2 of ware of p
            move heap from p to bank
  - procedure: alone
    effect: |
      repeat 0 to 2 while gold of you < 9:
        do choose help:
          pour if gold of you > 7: pay 1 gold
          leave if tension > 3: lower tension by 1
      repeat 1 to 3:
        let least = score of you
        do choose spare: card in hand of you where wood of you > least
        require gold of you > 5
        gain 1 gold
"""

PACKS["menus"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p: p does turn_of()
  - procedure: turn_of
    effect: |
      repeat 0 to 3:
        choose act:
          once take: gain 1 gold
          once give if gold of you > 1:
            pay 2 gold
            raise score of you by 2
          once deep:
            repeat 1 to 2:
              choose inner:
                once left: raise tension by 1
                once right: lower tension by 1
            raise noted by 1
          card:
            choose c: new card in hand of you
            set used of c to yes
        if act is deep: raise score of you by 1
      may choose luck:
        good: gain 1 joker
        bad: lower score of you by 1
      if luck is nothing: raise noted by 10
      choose last:
        only if tension > 20: raise noted by 100
      repeat 2:
        choose forced:
          once wide: raise score of you by 1
          once tall: raise tension by 1
"""

PACKS["loops"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p from poorest while tension < 9: p does looping()
  - procedure: looping
    effect: |
      attempt:
        let moved = 0
        repeat 1 to 4 while gold of you > 0:
          choose c: 1 to (gold of you)
          pay (c) gold to purse of you
          raise moved by c
        require moved < 4
        raise score of you by moved
      else: raise noted by 1
      attempt:
        let sum = 0
        repeat 0 to 5:
          choose n: 0 to 2
          raise sum by n
        require sum > 2
        raise score of you by sum
      else: lower score of you by 1
      move all gold from purse of you to you
      repeat (number of card in hand of you) while tension < 9:
        raise tension by 1
        each card c in hand of you while worth of c < 4: raise age of c by 2
      each player p from you:
        raise debt(p, you) by number of player
        if gold of p > 4: move 1 gold from p to chest
      do optional()
      lower tension by 3

  - procedure: optional
    effect: |
      repeat few:
        require gold of you > 4
        raise score of you by 1
      raise noted by 1
"""

PACKS["optional_loops"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose act:
        try: do needing()
        skip: raise noted by 1
        look if can_need(you): raise noted by 5
  - procedure: needing
    effect: |
      repeat few:
        require gold of you > 5
        choose n: 1 to 3
        pay (n) gold to purse of you
      raise score of you by 1

measures:
  - {measure: can_need, with: {p: player}, means: can needing()}
"""

PACKS["matches"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 6:
        each player p: p does matching()
  - procedure: matching
    effect: |
      choose n: 0 to 6
      match n + tension:
        0: raise tension by 1
        1-3: raise score of you by 1
        4: raise tension by 2
        5+: lower tension by 5
      chance chooses colour: card c where worth of c < 4
      match suit of colour:
        red: raise noted by 1
        else: raise noted by 10
      match colour:
        one, two: raise noted by 100
        three: set best to colour
      if tension > 8 and noted > 300: finish
"""

PACKS["aggregates"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does counting()
        each player p:
          raise score of p by stair(rank of p by (gold of it + spare(it)))
          if strong(best): set marked of p to yes
  - procedure: counting
    effect: |
      choose c: card in hand of you
      if highest worth of card in hand of you is worth of c: raise noted by 1
      raise score of you by total worth of (ace a in hand of you where new_enough(a))
      raise score of you by lowest (worth of it + age of it) of card in shelf
      raise tension by highest (steps(it, 1)) of card
      if steps(c, 0) > 2 or steps(c, 9) > 0: raise noted by 10
      set best to c
      if some rich player and not c is ace: lower tension by 1
      raise noted by min(mood of c, 3, gold of you) + max(rate(gold, gold of you), fee(clay, 2))
      let others = all (player p where p is not you)
      raise noted by number of others + rate(wood, wealth of you)
      if you is in others: raise noted by 1000
      if owner of top of shelf is nobody: move c to shelf
      let reds = all (card x in hand of you where suit of x is red)
      move reds to shelf
      choose gold_first: 0 to (min(2, gold of you))
      move (gold_first) gold from you to chest
      move top of deck to hand of you
      raise noted by merit(c) + merit(c, poorest)
      if suits(c, poorest): raise noted by 50
      if owner of best is not nobody: set age of best to wealth of poorest

measures:
  - {measure: new_enough, with: {a: card}, means: a is in all new card in hand of owner of a}
"""

PACKS["windows"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        do dawn()
        each player p: p does bidding()
  - procedure: bidding
    effect: |
      choose c: card in hand of you
      choose stake: 0 to (min(4, gold of you))
      let value = stake
      announce deal(you, c, value)
      raise score of you by value
      set used of c to yes
      do evening(c)
      each player p: p does perform(c)
  - procedure: evening
    with: {c: card}
    effect: |
      announce dusk(poorest)
      may choose friend: card x in hand of you where can perform(x) or can borrow()
      do perform(friend)

windows:
  - window: spare_window
    values: {weight: number}
    changes: [weight]
    passive:
      - {when: weight > 2, effect: raise weight by 1}
      - {effect: raise noted by 1}
"""

PACKS["volunteering"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 5:
        each player p: p does market()
  - procedure: market
    opens: deal
    effect: |
      choose first: 0 to (min(3, gold of you))
      pay (first) gold to chest
      choose step:
        pay_wood:
          pay 2 wood
          raise score of you by 1
        rest
      repeat 0 to 2:
        choose c: card in hand of you:
          raise age of c by 1
          lower debt(you, you) by 1
"""

PACKS["watches"] = """
watches:
  - watch: full
    when: tension > 6
    effect: |
      set tension to 1
      raise noted by 1
  - watch: wealthy
    over: player p where not marked of p
    when: gold of p > 7
    effect: |
      set marked of p to yes
      move 2 gold from p to chest
      do applaud()
  - watch: chested
    when: gold of chest > 3
    effect: |
      move all gold from chest to bank
      raise tension by 1
  - watch: last_card
    when: not some card in deck
    effect: |
      raise noted by 10
  - watch: done
    after: full
    when: noted > 60
    effect: finish

procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 9:
        each player p: p does acting()
  - procedure: applaud
    effect: |
      raise noted by 1
  - procedure: acting
    effect: |
      choose act:
        stir: raise tension by 3
        earn: gain 2 gold
        draw: move 1 card from deck to hand of you
        waste:
          pay 1 wood
          move 1 gold from you to chest
"""

# watches that a line in the wrong direction need not wake, and others like them that it must
PACKS["directions"] = """
properties:
  - {property: rounds, type: number, track: {from: 0, to: 20}}
  - {property: rung, type: yes_no}
  - {property: hushed, type: yes_no, cleared: {at: dawn}}

watches:
  - watch: bell                            # latched: false at first, and again once it has rung
    when: rounds > 1 and not rung and highest gold of player >= 6
    effect: |
      set rung to yes
      raise noted by 1
  - watch: hoarded                         # latched, over things
    over: player p
    when: rounds > 2 and not marked of p and wood of bank < 12
    effect: set marked of p to yes
  - watch: toll                            # stays true: every line that writes gold wakes it again
    when: rounds > 0 and gold of bank < 40
    effect: raise noted by 1
  - watch: hush                            # what it reads is cleared unseen
    when: rounds > 0 and not hushed and gold of bank < 30
    effect: |
      set hushed to yes
      raise tension by 1

procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 8:
        raise rounds by 1
        do dawn()
        each player p: p does acting()
  - procedure: acting
    effect: |
      choose act:
        earn: gain 3 gold
        lose: move 2 gold from you to bank
        give: move 1 gold from you to purse of you
        buy: pay 1 wood
        fetch: gain 2 wood
        back: lower rounds by 1
        draw: move top of deck to shelf
        take:
          choose c: card in shelf
          move c to hand of you
        tame:
          choose c: card in hand of you
          choose mine: pawn in camp of you
          set mate of c to mine
        leave:
          choose c: card in hand of you
          move c to shelf
      if number of rich player is 1:
        each rich player w:
          w may choose treat: 1 to 2
          raise score of w by treat
"""

PACKS["deeds"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 5:
        each player p: p does using()
  - procedure: using
    effect: |
      announce dusk(you)
      choose c: card x in hand of you where can perform(x)
      do perform(c)
      raise noted by 1
      move 1 card from deck to hand of you
      do night(c)
  - procedure: night
    with: {c: card}
    opens: dusk
    effect: |
      may choose x: card y in hand of you where can perform(y)
      poorest does perform(x)
      choose y: card in hand of you:
        do perform(y)
        set used of y to yes
      if c is not nothing and c is new_card: raise noted by 5

nouns:
  - {noun: new_card, of: card, means: not used of it}
"""

PACKS["sets"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      each player p:
        each pawn x in camp of p: set master of x to p
      repeat 4:
        each player p: p does choosing()
      poorest chooses sequence: order of player
      set seats to sequence
      each player p: raise score of p by rank of p by score
  - procedure: choosing
    effect: |
      choose some_pawns: 0 to 2 of pawn in camp of you
      move some_pawns to field
      each pawn x in field where master of x is you: set tired of x to yes
      choose pair: 0 to 2 of ready pawn of you
      raise noted by number of pair
      choose one_pawn: pawn of you
      if not_tired(one_pawn): set tired of one_pawn to yes
      choose cards_: 0 to all of card in hand of you
      move cards_ to shelf
      if some card in shelf:
        choose sequence: order of card in shelf
        each card c in sequence: raise age of c by 1
      choose goods: 1 to 3 of money of you
      move goods from you to chest
      choose wish: 0 to 2 of ware
      if covers(you, wish): raise noted by 1000
      if has(you, wish): raise noted by 100000
      move wish from bank to you
      choose gift: 0 to 1 of money of you
      move gift from you to purse of you
      raise score of you by wood of goods + clay of wish
      set mate of top of shelf to one_pawn
      if tamer of one_pawn is ace: raise noted by 10000

measures:
  - {measure: not_tired, with: {p: pawn}, means: not tired of p}
"""

PACKS["nobody"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p: p does asking()
  - procedure: asking
    effect: |
      may choose partner: player p where p is not you
      raise score of partner by 1
      raise debt(you, partner) by 2
      set debt(you, you) to debt(you, partner)
      move top of hand of partner to hand of you
      let far = partner
      set far to poorest
      raise noted by number of card in hand of partner + gold of purse of partner
      if partner is not nobody: partner does borrow()
"""

PACKS["openings"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 5:
        each player p: p does opening()
  - procedure: opening
    effect: |
      choose act:
        conditional: do conditional()
        through: do through()
        tried: do tried()
        given: do given(gold)
        looped: do looped()
        nested:
          choose c: card in hand of you:
            require worth of c < 4
            choose n: 1 to (worth of c)
            pay (n) wood
            raise score of you by n
        refill: gain 1 clay
  - procedure: conditional
    effect: |
      let price_now = tension
      if gold of you > 3:
        set price_now to price_now + 2
        require tension < 8
      else:
        require tension < 4
      set marked of you to yes
      raise score of you by 1
      choose good: ware
      pay 1 good
      pay (price_now) gold
      raise tension by 1
  - procedure: through
    effect: |
      do checks(3)
      do checks(2)
      choose c: card in hand of you
      require strong(c)
      set used of c to yes
  - procedure: checks
    with: {n: number}
    effect: |
      require gold of you > n
      set tension to tension + n
  - procedure: tried
    effect: |
      attempt:
        choose c: card in hand of you
        require not used of c
        move c to shelf
        require tension < 5
      else: raise noted by 1
  - procedure: given
    with: {g: money}
    effect: |
      require held(you, g) > 1
      pay 2 gold
      do paying(g)
  - procedure: paying
    with: {g: money}
    effect: |
      choose n: 1 to 4
      pay (n) g
      raise score of you by n
  - procedure: looped
    effect: |
      repeat 1 to 3 while tension < 9:
        choose n: 1 to 3
        pay (n) gold
        raise tension by n
      lower tension by 2
"""

PACKS["orders_of_play"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        do dawn()
        each player p: p does ordering()
  - procedure: ordering
    effect: |
      choose next_seats: order of player
      set seats to next_seats
      set marked of you to starved(poorest)
      let first = poorest
      repeat 2:
        raise score of first by 1
        set first to you
      chance chooses dice: 1 to 6
      raise score of you by dice
      chance chooses drawn: 0 to 2 of card in deck
      move drawn to hand of you

measures:
  - {measure: starved, with: {p: player}, means: not marked of p}
"""

PACKS["tiles"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    rotations: 6
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: no}
    facts: {yields: ware, nests: number}

kinds:
  - {kind: tile, starts: heap}
  - kind: walker
    count: {per: player, is: 2}
    in: [area, tent]
    starts: tent
    usual: board
    belongs_to: chief
    properties: {chief: player}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: tent, per: player, of: walker, order: set}

tiles:
  - {tile: t1, faces: [{sides: wdwdwd, yields: wood}, {sides: ddwddw, yields: clay, nests: 2}]}
  - {tile: t2, faces: [{sides: wwdddd, yields: wood, nests: 1}, {sides: wwwddd, yields: wood}]}
  - {tile: t3, faces: [{sides: wwdwwd, yields: clay}, {sides: wdddww, nests: 1}]}
  - {tile: t4, faces: [{sides: wddwdd, yields: clay, nests: 1}, {sides: dddddd, yields: clay}]}
  - {tile: t5, faces: [{sides: wwwwww, yields: wood}, {sides: dwdwdd, yields: wood}]}
  - {tile: t6, faces: [{sides: dddddd, yields: wood}, {sides: dddddd, yields: wood}]}

properties:
  - {property: claimed, of: region, type: player}

procedures:
  - procedure: game
    effect: |
      do setup()
      shuffle heap
      repeat 3:
        each player p while some tile in heap: p does laying()
  - procedure: laying
    effect: |
      let t = top of heap
      choose where_to: spot s where tile of s is t and (contacts of s > 0 or not some region)
      move t to where_to
      let r = region of t
      raise score of you by contacts of where_to + nests of r + rotation of where_to
      if has_area(where_to, land): raise noted by 1
      gain 1 wood
      let grown = yields of r
      gain 2 grown
      set claimed of r to you
      choose home: land a where a is in all land in r
      move 1 walker from tent of you to home
      raise noted by number of (region x where adjacent(x, r))
      raise noted by 10 * number of (lake x where some (lake y where joined(x, y)))
      raise noted by number of (area x in r where some (area y in r where shore(x, y)))
      raise noted by 100 * number of walker in r
      may choose mover: walker w in board
      choose goal: land a where region of a is not region of mover
      move mover to goal
      if mover is in board: raise tension by 1
      if mover is in r: raise tension by 1
      may choose second: spot s where tile of s is top of heap and touches(s, r)
      each land a in board where meets(second, a): raise score of you by 1
      each region x: raise score of claimed of x by 1
      if face of region of top of heap > 0: raise noted by 1000000

adjectives:
  - {adjective: marked, of: player, means: marked of it}
"""

PACKS["laid_tiles"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    rotations: 6
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: no}
    facts: {yields: ware, nests: number}

kinds:
  - {kind: tile, starts: heap}
  - kind: walker
    count: {per: player, is: 2}
    in: [area, tent]
    starts: tent
    usual: board
    belongs_to: chief
    properties: {chief: player}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: tent, per: player, of: walker, order: set}

tiles:
  - {tile: t1, faces: [{sides: wdwdwd, yields: wood}, {sides: ddwddw, yields: clay, nests: 2}]}
  - {tile: t2, faces: [{sides: wwdddd, yields: wood, nests: 1}, {sides: wwwddd, yields: wood}]}
  - {tile: t3, faces: [{sides: wwdwwd, yields: clay}, {sides: wdddww, nests: 1}]}
  - {tile: t4, faces: [{sides: wddwdd, yields: clay, nests: 1}, {sides: dddddd, yields: clay}]}
  - {tile: t5, faces: [{sides: wwwwww, yields: wood}, {sides: dwdwdd, yields: wood}]}
  - {tile: t6, faces: [{sides: dddddd, yields: wood}, {sides: dddddd, yields: wood}]}

properties:
  - {property: claimed, of: region, type: player}

procedures:
  - procedure: game
    effect: |
      do setup()
      shuffle heap
      repeat 3:
        each player p while some tile in heap: p does laying()
  - procedure: laying
    effect: |
      let t = top of heap
      choose where_to: spot s where tile of s is t
      move t to where_to
      if t is in board: raise noted by 1
"""

# areas that no side belongs to, and facts of areas
PACKS["islets"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: yes}
    area_facts: {plums: number, gives: ware}

kinds:
  - {kind: tile, starts: heap}
  - kind: walker
    count: {per: player, is: 2}
    in: [area, tent]
    starts: tent
    belongs_to: chief
    properties: {chief: player}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: tent, per: player, of: walker, order: set}

tiles:
  - tile: t1
    faces:
      - {sides: wwwwww, inside: {b: {kind: land, plums: 3, gives: wood}}}
      - {sides: wdwdwd, inside: {a: {plums: 1}, c: {plums: 2, gives: clay}}}
  - tile: t2
    faces:
      - {sides: dddddd, inside: {b: {kind: lake}, c: {kind: lake, plums: 1}}}
      - {sides: wwwddd, inside: {b: {plums: 2}}}
  - {tile: t3, faces: [{sides: wwdwwd}, {sides: wdddww, inside: {x: {kind: land, gives: clay}}}]}

procedures:
  - procedure: game
    effect: |
      do setup()
      shuffle heap
      repeat 3:
        each player p while some tile in heap: p does laying()
      repeat 2:
        each player p: p does walking()
  - procedure: laying
    effect: |
      let t = top of heap
      choose where_to: spot s where tile of s is t
      move t to where_to
      raise noted by total plums of area in region of t
  - procedure: walking
    effect: |
      choose goal: area a where plums of a > 0 or some (area b in region of a where shore(a, b) and gives of b is wood)
      move 1 walker from tent of you to goal
      raise noted by plums of goal
      if gives of goal is clay: raise tension by 1
"""

# Where the two once parted; the comment says what the compiled game did otherwise than the language says.

# who volunteered was asked the question of the other place, if a procedure is called in a repeat and outside of one
PACKS["asked_in_two_places"] = """
windows:
  - {window: haggling, offers: [chat]}

procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 3:
        each player p: p does dealing()
  - procedure: dealing
    opens: haggling
    effect: |
      do pick_one()
      repeat 1 to 3: do pick_one()
      do pick_one()
  - procedure: pick_one
    effect: |
      choose bid: 0 to 4
      raise noted by bid
  - procedure: chat
    effect: |
      choose topic: 0 to 2
      raise tension by topic
"""

# a `pay` after the opening counts as a failed `require`
PACKS["late_payments"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose dare: 0 to 9
      attempt:
        raise tension by 1
        do late_payer(dare)
      else: raise noted by 1
  - procedure: late_payer
    with: {dare: number}
    effect: |
      move 1 gold from bank to purse of you
      pay (dare) gold
"""

# an attempt that asks nobody does not test the opening of what it runs
PACKS["quiet_openings"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      move 1 gold from bank to purse of you
      choose dare: 0 to 9
      do gamble(dare)
  - procedure: gamble
    with: {dare: number}
    effect: |
      attempt: do careful(dare)
      else: raise noted by 1
  - procedure: careful
    with: {dare: number}
    effect: |
      require dare > 4
      gain 1 gold
"""

# a quiet attempt does not put back a local that a window changed
PACKS["given_back"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose dare: 0 to 9
      do gamble(dare)
  - procedure: gamble
    with: {dare: number}
    effect: |
      let left = dare
      attempt:
        announce raised(left)
        require left < 5
      raise noted by left

windows:
  - window: raised
    values: {weight: number}
    changes: [weight]
    effect: raise weight by 3
"""

# a yes/no measure written out in place is stored as True or False, not as 1 or 0
PACKS["stored_tests"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose dare: 0 to 3
      set marked of you to wealthy(you, dare)

measures:
  - {measure: wealthy, with: {p: player, n: number}, means: gold of p > 4 + n}
"""

# a set that is declined, or cannot be chosen, is -1 instead of the empty set
PACKS["no_set"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      raise noted by 1
      may choose gift: 1 to 2 of pawn in camp of you
      move gift to field
      may choose tip: 1 to 2 of money of you
      move tip from you to bank
      choose aces: 1 to 2 of ace in hand of you
      raise noted by number of aces
"""

# stuffs of nobody: all that the game has is offered
PACKS["bundle_of_nobody"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      may choose partner: player p where p is not you
      choose wish: 0 to 2 of ware of partner
      move wish from partner to you
"""

# what is shown to nobody is shown to all
PACKS["shown_to_nobody"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      may choose partner: player p where p is not you
      reveal hand of you to partner
"""

# the holders of nobody are those before the first player's
PACKS["tills_of_nobody"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      may choose partner: player p where p is not you
      each till t of partner: move 1 gold from bank to t
"""

# an opening `repeat` whose bound is an option of 0 still needs its first pass
PACKS["option_loops"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose act:
        try: do needing()
        spend: pay 1 gold
        rest
  - procedure: needing
    effect: |
      repeat few:
        require gold of you > 5
        raise tension by 1
      raise score of you by 1
"""

# a holder that is no player has no substitutes
PACKS["covers_of_holders"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      choose wish: 0 to 3
      move 1 joker from you to chest
      if covers(purse of you, price of two): raise noted by 1
      move 1 joker from you to purse of you
      move (wish) joker from bank to purse of you
"""

# nothing given to a measure or a procedure is read, and written, in a slot that is not its own
PACKS["nothing_given"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: trying
    effect: |
      may choose c: card in hand of you
      may choose partner: player p where p is not you
      raise noted by spare(partner) + wealth of partner
      if strong(c) or c is ace: raise noted by 100
      do touch(c, partner)
  - procedure: touch
    with: {c: card, p: player}
    effect: |
      raise age of c by 1
      raise score of p by 1
      raise debt(p, p) by 1
      raise noted by number of card in hand of p
"""

# what a procedure does for a watch wakes watches again
PACKS["watches_that_run"] = """
procedures:
  - procedure: game
    effect: |
      do setup()
      repeat 4:
        each player p: p does trying()
  - procedure: cheer
    effect: |
      lower tension by 1
      raise noted by 1
  - procedure: trying
    effect: |
      choose force: 0 to 6
      raise tension by force

watches:
  - watch: eager
    when: tension > 4
    effect: do cheer()
"""

# areas of a kind that holds nothing are read at slot -1
PACKS["empty_areas"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    rotations: 6
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: no}
    facts: {yields: ware, nests: number}

kinds:
  - {kind: tile, starts: heap}
  - kind: walker
    count: {per: player, is: 2}
    in: [land, tent]
    starts: tent
    usual: board
    belongs_to: chief
    properties: {chief: player}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: tent, per: player, of: walker, order: set}

tiles:
  - {tile: t1, faces: [{sides: wdwdwd, yields: wood}, {sides: ddwddw, yields: clay, nests: 2}]}
  - {tile: t2, faces: [{sides: wwdddd, yields: wood, nests: 1}, {sides: wwwddd, yields: wood}]}
  - {tile: t3, faces: [{sides: wwdwwd, yields: clay}, {sides: wdddww, nests: 1}]}
  - {tile: t4, faces: [{sides: wddwdd, yields: clay, nests: 1}, {sides: dddddd, yields: clay}]}
  - {tile: t5, faces: [{sides: wwwwww, yields: wood}, {sides: dwdwdd, yields: wood}]}
  - {tile: t6, faces: [{sides: dddddd, yields: wood}, {sides: dddddd, yields: wood}]}

properties:
  - {property: claimed, of: region, type: player}

procedures:
  - procedure: game
    effect: |
      do setup()
      shuffle heap
      repeat 3:
        each player p while some tile in heap: p does laying()
  - procedure: laying
    effect: |
      let t = top of heap
      choose where_to: spot s where tile of s is t
      move t to where_to
      let r = region of t
      choose home: land a where a is in all land in r
      move 1 walker from tent of you to home
      raise noted by number of walker in r
"""

# parts of no spot are numbers of other things
PACKS["spot_of_nothing"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    rotations: 6
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: no}
    facts: {yields: ware, nests: number}

kinds:
  - {kind: tile, starts: heap}
  - kind: walker
    count: {per: player, is: 2}
    in: [area, tent]
    starts: tent
    usual: board
    belongs_to: chief
    properties: {chief: player}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: tent, per: player, of: walker, order: set}

tiles:
  - {tile: t1, faces: [{sides: wdwdwd, yields: wood}, {sides: ddwddw, yields: clay, nests: 2}]}
  - {tile: t2, faces: [{sides: wwdddd, yields: wood, nests: 1}, {sides: wwwddd, yields: wood}]}
  - {tile: t3, faces: [{sides: wwdwwd, yields: clay}, {sides: wdddww, nests: 1}]}
  - {tile: t4, faces: [{sides: wddwdd, yields: clay, nests: 1}, {sides: dddddd, yields: clay}]}
  - {tile: t5, faces: [{sides: wwwwww, yields: wood}, {sides: dwdwdd, yields: wood}]}
  - {tile: t6, faces: [{sides: dddddd, yields: wood}, {sides: dddddd, yields: wood}]}

properties:
  - {property: claimed, of: region, type: player}

procedures:
  - procedure: game
    effect: |
      do setup()
      shuffle heap
      repeat 3:
        each player p while some tile in heap: p does laying()
  - procedure: laying
    effect: |
      let t = top of heap
      choose where_to: spot s where tile of s is t
      move t to where_to
      may choose second: spot s where tile of s is top of heap
      raise noted by face of second + contacts of second + rotation of second
      if cell of second is nothing: raise noted by 1000
"""

# who stands on the grid: what lies in a coffer never does, and what sits in a wagon does if the wagon does
PACKS["carried"] = """
grids:
  - grid: board
    shape: hex
    radius: 2
    cells: cell
    lays: tile
    makes: region
    faces: 2
    rotations: 6
    sides: {types: {w: water, d: dry}, match: same}
    areas: {lake: [water], land: [dry]}
    joins: {water: yes, dry: no}

kinds:
  - {kind: tile, starts: heap}
  - {kind: coffer, count: 2, starts: cellar}
  - {kind: wagon, count: 2, in: [area, cellar], starts: cellar}
  - {kind: walker, count: {per: player, is: 2}, in: [area, coffer, tent], starts: tent, properties: {chief: player}}
  - {kind: rider, count: {per: player, is: 2}, in: [area, wagon, barn], starts: barn, properties: {chief: player}}

zones:
  - {zone: heap, of: tile, order: stack}
  - {zone: cellar, of: [coffer, wagon], order: set}
  - {zone: tent, per: player, of: walker, order: set}
  - {zone: barn, per: player, of: rider, order: set}

tiles:
  - {tile: t1, faces: [{sides: wdwdwd}, {sides: ddwddw}]}
  - {tile: t2, faces: [{sides: wwdddd}, {sides: wwwddd}]}

procedures:
  - procedure: game
    effect: |
      do setup()
      each player p:
        p does laying()
        p does going()
        p does going()
  - procedure: laying
    effect: |
      choose where_to: spot s where tile of s is top of heap
      move tile of where_to to where_to
  - procedure: going
    effect: |
      choose goer: walker
      choose whither:
        ashore:
          choose beach: land
          move goer to beach
        away:
          choose box: coffer
          move goer to box
      choose sitter: rider
      choose cart: wagon
      move sitter to cart
      may choose meadow: land:
        move cart to meadow
      raise noted by number of walker in board + 10 * number of rider in board
"""
