"""What can be wrong with effect texts and with what a pack declares: each code with its title and an explanation."""

from __future__ import annotations

# A code that the shape of files can break too (see packs/pack_codes.py) stands here with its meaning in texts.
CODES: dict[str, tuple[str, str]] = {
    # -- what people read
    "bad-message": (
        "a sentence with a place that nothing fills",
        "A text for people may have places for values, in braces: `{player} moves {answer}.` Which values there are"
        " depends on what the text is for: a question knows `player`, its `log` also `answer`, and `called` of a kind"
        " knows `name`, `number`, `owner`, `whole`, `place` and the properties of the kind. `{n#one|many}` chooses by a"
        " number, `{x@he|she}` by a gender, `{x~a|an}` by a first letter, and a brace itself is written twice. Wrong:"
        " `text: Move {unit}.` Right: `text: Who is to move?`.",
    ),
    "bad-drawing": (
        "a sign that cannot be drawn on a map",
        "`drawn` says how something looks on the map of a game, where there is little room: one or two characters, each"
        " one column wide and seen. A kind may also name properties in braces: then their values say it, in the `drawn`"
        " of their terms. Wrong: `drawn: citadel`. Right: `drawn: C`, or `drawn: \"{form}\"`.",
    ),
    # -- the form of a text
    "effect-style": (
        "an effect text in a form that hides places",
        "An effect text stands on one line or in a `|` block, where each of its lines is a line of the file; only then"
        " can an error point at the right word. Folded blocks (`>`), quotes with escapes and texts without quotes over"
        " several lines are refused. Wrong: `effect: >` with lines below it. Right: `effect: |` with the same lines.",
    ),
    "empty-text": (
        "a text without words",
        "Here belongs an effect, a question, a value or a description of things, and there is nothing, or only"
        " comments. Leave the key out if nothing is meant. Wrong: `effect: ''`. Right: `effect: finish`, or no key"
        " `effect`.",
    ),
    "too-long": (
        "a text, a line or a loop that is too long",
        "A text has at most 8192 characters, a line at most 160 words and 16 steps of indentation, and a loop goes"
        " round a limited number of times; so every effect is read and done in a short time. Give a part of a long"
        " line a name as a measure, and move some lines into a procedure. Wrong: one line with 200 words. Right:"
        " `require may_go(it)`, with a measure `may_go`.",
    ),
    "bad-sign": (
        "a sign without a meaning",
        "Texts are made of words in small letters, whole numbers and the signs `: , ( ) = + - * < <= > >=`. Capitals,"
        " tabs, quotes, points and all other signs have no meaning outside comments; to say that two values are the"
        " same, write `is`. Wrong: `if score == 3: finish`. Right: `if score is 3: finish`.",
    ),
    "bad-indent": (
        "lines that begin in the wrong column",
        "A line that ends in `:` owns the lines below it that are indented, and all lines of such a block begin in"
        " the same column. A line is indented for no other reason. Wrong: `if busy:` and, below it in the same column,"
        " `finish`. Right: `if busy:` and, below it with two spaces more, `finish`.",
    ),
    "unfinished-line": (
        "a line that ends too early",
        "The line stops where something must still follow; the help says what. A line is never continued on the next"
        " one. Wrong: `let total_cost =`. Right: `let total_cost = 3`.",
    ),
    "unknown-verb": (
        "a line without a verb of the language",
        "Each line begins with a verb, or with a player and a verb: `p gains 2 token`. Subjects stand only before"
        " choose, gain, pay and do. A procedure of the pack is run with `do`. Wrong: `destory marker`, or `refill()`."
        " Right: `move marker to pile`, or `do refill()`.",
    ),
    "syntax": (
        "a word where it does not belong",
        "The words are known, but not in this order. The help says what could stand in this place. Brackets are often"
        " missing: a question inside a value and a description with `where` inside a line need them. Wrong: `let few ="
        " number of marker < 3`. Right: `let few = (number of marker < 3)`.",
    ),
    # -- words
    "unknown-word": (
        "a word that the pack does not have",
        "The word is neither declared in the pack nor a name in this text, or it is something else than what belongs"
        " here: a procedure is no measure, an adjective belongs to its kind. The help names the nearest words. Names"
        " made by `choose`, `let` and `each` hold in the lines below, not outside of their block. Wrong: `move markr"
        " to pile`. Right: `move marker to pile`.",
    ),
    "unknown-type": (
        "a type that does not exist",
        "A type is `number`, `yes_no`, `cost`, `window`, `label`, a kind, a stuff, `many KIND`, `order of KIND`, or a"
        " list of words. Wrong: `type: integer`. Right: `type: number`.",
    ),
    "reserved-word": (
        "a name that the language needs itself",
        "Verbs, words like `of`, `in`, `where` and built-in words like `you`, `it` and `top` cannot be names of a pack,"
        " since no text could tell the two apart. Wrong: `- kind: order`. Right: `- kind: request`.",
    ),
    "second-meaning": (
        "a name with two meanings",
        "In a text a name means one thing: a member is of one kind, an option stands once in a menu, and a name of"
        " `let` is given once and then changed with `set`. Wrong: `let due = 1` and below it `let due = 2`. Right:"
        " `let due = 1` and below it `set due to 2`.",
    ),
    "missing-fact": (
        "a member that does not say a fact",
        "A kind lists the facts of its members, and each member says all of them but those with a default; a number"
        " that is not said is 0, and yes or no is no. Wrong: a kind with `facts: {colour: [red, blue]}` and a member `-"
        " {marker: old_one}`. Right: `- {marker: old_one, colour: red}`.",
    ),
    "missing-behaviour": (
        "a member that does not say what it does",
        "A kind lists under `behaviours` what each member gives in its own words. Only those that are `optional` may"
        " be left out. Wrong: `behaviours: {use: effect}` and a member without `use`. Right: `behaviours: {use:"
        " optional effect}`, or a member with `use: gain 1 token`.",
    ),
    "no-main": (
        "nothing to begin with",
        "The header's `main` names the procedure that plays the game from start to end (`game` if it is not said), and"
        " that procedure is not there. Wrong: `main: play` without a procedure `play`. Right: `main: play` and"
        " `- procedure: play`.",
    ),
    "bad-default": (
        "a default that is no possible value",
        "The default of an option must be one of its values, or lie in its range; and a number with a `track` or a"
        " `range` starts within it. Wrong: `- {option: length, values: [short, long], default: medium}`. Right: the"
        " same with `default: short`.",
    ),
    "bad-table": (
        "a table whose rows do not fit",
        "A table has a row for each value of its first parameter and a whole number for each column; rows for numbers"
        " are written `3`, `1-3` or `18+`, and no number has two rows. Wrong: `1-3: [2, 4]` where there are three"
        " columns. Right: `1-3: [2, 4, 4]`.",
    ),
    "bad-tile": (
        "a tile that does not fit its grid",
        "Each face of a tile gives one letter for each of its sides, out of the letters that the grid declares, and"
        " the tile has as many faces as the grid says. Wrong: `sides: abab` on a grid with six sides. Right:"
        " `sides: ababab`.",
    ),
    "too-many": (
        "more than there can be",
        "There are limits to how many players, things of a kind, cells, faces and grids a game can have. They lie far"
        " above what games need. Wrong: `- {kind: marker, count: 100000}`. Right: `- {kind: marker, count: 100}`, or"
        " stuff, of which there can be a million.",
    ),
    "not-settled": (
        "a number that is needed before the game",
        "How many there are of a kind or a stuff is settled before anything happens: by numbers, options, the number"
        " of players, tables, and sums of these. Wrong: `total: {is: turn * 3}`. Right: `total: {is: number of player"
        " * 3}`.",
    ),
    "unused": (
        "something that no text speaks of",
        "This is declared, but no text of the pack uses it: a procedure that nothing runs, a window that is never"
        " announced or opened, a measure, adjective, noun, column or option that is never read. Perhaps its name is"
        " misspelt where it should be used. Wrong: `- {procedure: refill, ...}` and no `do refill()`. Right: `do"
        " refill()` in another text.",
    ),
    "never-set": (
        "a property that is read but never set",
        "Some text reads this property, but no text sets it, it has no `start`, and nothing else gives it a value. So"
        " it is always 0, no or nothing. Wrong: `if ending: finish` where nothing says `set ending to yes`. Right:"
        " `set ending to yes` where the end comes.",
    ),
    "lost-change": (
        "a change that nobody sees",
        "The window lists this value under `changes`: what comes in there may give it another value, and that goes back"
        " into the `let` name that was announced. Here something else was announced, so the change is lost. Wrong:"
        " `announce sale(3)`. Right: `let price = 3`, then `announce sale(price)`, then `pay (price) token`.",
    ),
    # -- types
    "wrong-type": (
        "a value that does not fit",
        "In a text every value is a number, yes or no, a thing of some kind, stuff, a label, a moment or an amount;"
        " one of them, many, or an order of them. The message says what belongs here and what was given. Things of"
        " kinds that have nothing in common can never be the same. Wrong: `raise score of you by marker`. Right:"
        " `raise score of you by number of marker`.",
    ),
    "wrong-window": (
        "a procedure of another window",
        "A procedure with `during: WINDOW` reads and changes the values of that window, as the texts of cards do that"
        " come in there. So only such texts, the window's own effect, and other procedures of that window can run it."
        " Wrong: `effect: do trim(2)` in a procedure. Right: `passive: {moment: sale, effect: do trim(2)}` for"
        " `- {procedure: trim, during: sale, with: {much: number}, effect: lower price by much}`.",
    ),
    "wrong-count": (
        "too many or too few values",
        "Procedures, measures, tables and windows take as many values as they declare, in that order. Wrong:"
        " `do refill(pile)` for `- {procedure: refill, with: {place: pile, size: number}}`. Right:"
        " `do refill(pile, 3)`.",
    ),
    "which-stuff": (
        "a group of stuff where one is needed",
        "The word names several sorts of stuff, and an amount needs one of them. Wrong: `gain 1 goods` where `goods`"
        " has the members red_token and blue_token. Right: `gain 1 red_token`, or `choose what: goods` and"
        " `gain 1 what`.",
    ),
    "which-tile": (
        "spots for no tile in particular",
        "A spot is a place, a face and a turn for one tile, so a description of spots says for which tile, or out of"
        " which tiles, they are. Wrong: `choose here: spot`. Right: `choose here: spot s where tile of s is drawn`.",
    ),
    "from-where": (
        "something that comes from nowhere or goes nowhere",
        "Stuff is never made from nothing: it is taken from a holder, and things are taken from a place. Say it with"
        " `from`, unless the stuff says where it is paid to. Wrong: `move 2 token to pile`. Right: `move 2 token from"
        " you to pile`.",
    ),
    "wrong-place": (
        "a place where such a thing can never be",
        "The key `in` of a kind lists the places where its things can lie. Looking for them or moving them anywhere"
        " else is a mistake, or `in` lacks a place. Wrong: `move marker to hand of you` for `- {kind: marker, in:"
        " [pile]}`. Right: the same for `- {kind: marker, in: [pile, hand]}`.",
    ),
    "no-owner": (
        "a thing that belongs to nobody",
        "`your`, `opposing` and `of p` ask to whom a thing belongs, and its kind does not say. Wrong: `choose one:"
        " your marker` for `- {kind: marker}`. Right: the same for `- {kind: marker, belongs_to: bearer}`, where"
        " `bearer` is a property that is a player.",
    ),
    "fixed": (
        "something that cannot be changed",
        "Only stored properties, values that a window lists under `changes`, and names made by `let` change. Facts,"
        " computed properties, answers and what mirrors another property are fixed; stuff and things are moved."
        " Wrong: `choose n: 0 to 3` and then `raise n by 1`. Right: `let m = n` and then `raise m by 1`.",
    ),
    # -- who, when and whether
    "nobody-acts": (
        "nobody acts here",
        "In the main procedure, in phases and in watches there is no acting player, so there is no `you`, and a verb"
        " needs a subject. Inside `p does ...` the acting player is p. Wrong: `gain 1 token` in a phase. Right:"
        " `each player p: p gains 1 token`.",
    ),
    "cycle": (
        "something that leads back to itself",
        "A procedure may not run itself, not even through others, a measure may not be defined by itself, and a kind"
        " is no sort of itself; so every effect ends. Use `repeat` to do something again. Wrong: a procedure `again`"
        " with the line `do again()`. Right: `repeat 5: do once_more()`.",
    ),
    "watch-asks": (
        "a watch that asks somebody",
        "A watch acts in the middle of other effects, after any line, and nobody can be asked there. Let it store"
        " something, and ask in the next phase. Wrong: a watch with `each player p: p chooses one: marker`. Right: a"
        " watch with `set ending to yes`.",
    ),
    "late-require": (
        "a requirement that comes too late",
        "The first lines of an effect decide whether it may be begun. A `require` further down can fail when something"
        " has already happened, and only an `attempt` around these lines puts everything back. Wrong: `move marker to"
        " pile`, then `require number of marker in pile < 4`. Right: both lines below `attempt:`.",
    ),
    "late-pay": (
        "a payment that comes too late",
        "`pay` is all or nothing. In the first lines of an effect it decides whether the effect may be begun; further"
        " down it could fail when something has already happened. Pay first, let the player choose an amount up to"
        " what is held, or put the lines into an `attempt`. Wrong: `move marker to pile`, then `pay 2 token`. Right:"
        " `pay 2 token`, then `move marker to pile`.",
    ),
    "deep-opening": (
        "too many questions before it is known whether they lead anywhere",
        "Before an effect is offered, every way through its first questions is tried. More than four in a row would"
        " take too long. Put a line that ends the opening between them, such as a `gain`, or ask fewer things at once."
        " Wrong: five lines `choose` at the start. Right: four, then what follows from them.",
    ),
    "no-stop": (
        "a repeat that nobody can stop",
        "`repeat 1 to 5:` goes on until the player stops, and he stops by declining the first question of a pass. So"
        " its lines begin with a question, or with a procedure that does. Wrong: `repeat 1 to 5: gain 1 token`. Right:"
        " `repeat 5: gain 1 token`, or `choose one: marker` as the first line below `repeat 1 to 5:`.",
    ),
    "fishing": (
        "an attempt that would undo knowledge",
        "If a `require` in an `attempt` fails, everything since its start is undone, but what somebody has seen stays"
        " seen. So nothing may be revealed, shuffled or left to chance before such a line; test first, or end the"
        " attempt before it. Wrong: below `attempt:` the lines `reveal top of pile` and `require score of you > 3`."
        " Right: the same two lines the other way round.",
    ),
    "peeking": (
        "a question that tells a secret",
        "What a player is offered, and whether he may begin something, would show him what he is not allowed to see."
        " Questions and the first lines of an effect may only depend on what the asked player sees. Wrong: `choose"
        " victim: player p where some marker in hand of p`, with hands that only their owners see. Right: `choose"
        " victim: player`. Of your own hand say `hand of you`: whose `hand of owner of c` is, is not known before the"
        " game.",
    ),
    "too-costly": (
        "more work than a line may be",
        "Every loop is multiplied out with all sets and numbers at their largest, and at worst this line would be more"
        " steps than are allowed. Loop over fewer things, give numbers an end (`track` or `range`), or name a part as a"
        " measure. Wrong: six `each marker` inside each other. Right: one `each marker m where close_to(m, here)`.",
    ),
    "once": (
        "`once` without a `repeat`",
        "`once` before an option means that it can be taken one time while the lines around it are repeated. Outside a"
        " `repeat` a menu is asked one time anyway. Wrong: `choose step:` with `once rest: finish` alone. Right: the"
        " same below `repeat 1 to 3:`.",
    ),
    "together": (
        "`together` without a question to everybody",
        "`each player p together:` asks all players before any answer is shown, so its first line is a question to the"
        " player that it names. Wrong: `each player p together:` and below it `p gains 1 token`. Right: the same with"
        " `p secretly chooses sum: 0 to 3` as its first line.",
    ),
}  # fmt: skip
