"""Procedures that ask nobody in, their lines out: as a function, or where they are run."""

from __future__ import annotations

import ast
from collections.abc import Collection

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.openings import can_rest
from archidsl.compiler.statements import Where, clearing, lines

SMALL = 60  # nodes: a procedure that makes no more is written where it is run


def plain_function(name: str, procedure: ir.Procedure, shared: Shared) -> None:
    """What may end early and has a moment is a function in a function."""
    env = Env(shared, sure=procedure.sure)
    params = ["S", "y", *(env.bind(local) for local, _ in procedure.params)]
    file, line = procedure.span.file, procedure.span.line
    body = lines(procedure.body, env, _where(procedure))
    if procedure.moment and _ends_early(body):
        inner = shared.fresh("p")
        shared.add(file, line, t.function(inner, params, body))
        body = [t.do(t.call(inner, *[t.name(p) for p in params]))]
    shared.add(file, line, t.function(name, params, _at_its_moment(procedure, body, shared)))


def in_place(procedure: ir.Procedure, env: Env) -> list[ast.stmt] | None:
    """The lines of a procedure without parameters that you run; None if they are many, or may end early."""
    if procedure.params:
        return None
    inner = Env(env.shared, sure=procedure.sure, you=env.you)
    body = lines(procedure.body, inner, _where(procedure))
    body = _at_its_moment(procedure, body, env.shared)
    t.mark(body, procedure.span.line)
    return None if _ends_early(body) or sum(1 for line in body for _ in t.walk(line)) > SMALL else body


def _where(procedure: ir.Procedure) -> Where:
    def can(body: ir.Body, at: Env) -> ast.expr:
        return can_rest(body.lines[: body.opening], procedure.span, "", at) or t.number(1)

    return Where(can=can)


def _ends_early(body: list[ast.stmt]) -> bool:
    return any(isinstance(part, ast.Return) for statement in body for part in t.walk(statement))


def _at_its_moment(procedure: ir.Procedure, body: list[ast.stmt], shared: Shared) -> list[ast.stmt]:
    """A procedure with a moment sets it around its lines."""
    if not procedure.moment:
        return body
    saved, moment = shared.fresh("v"), t.slot(shared.layout.moment)
    before = [
        t.assign(t.name(saved), moment),
        t.assign(moment, t.number(shared.v.moments[procedure.moment])),
        *clearing(procedure, shared),
    ]
    after = t.assign(moment, t.name(saved))
    last = only_if(body, {shared.layout.moment}) if len(before) == 2 else None
    if last is None:
        return [*before, *body, after]
    last.body = [*before, *last.body, after]
    return body


def only_if(body: list[ast.stmt], slots: Collection[int]) -> ast.If | None:
    """The last statement, if nothing happens unless its test is true, and nothing reads these slots before that.

    What is given a name before, but not for the test, is given it inside then.
    """
    last = body[-1] if body else None
    if not isinstance(last, ast.If) or last.orelse or not _only_reads([*body[:-1], last.test], slots):
        return None
    named = {part.id for line in body[:-1] for part in t.walk(line) if isinstance(part, ast.Name)}
    if not named & {part.id for part in t.walk(last.test) if isinstance(part, ast.Name)} - {"S"}:
        last.body = [*body[:-1], *last.body]
        del body[:-1]
    return last


def _only_reads(nodes: list[ast.AST], slots: Collection[int]) -> bool:
    """Do these only give names to what they read, and is it not in these slots?"""
    for node in nodes:
        for part in t.walk(node):
            if isinstance(part, ast.Call) or (isinstance(part, ast.stmt) and not isinstance(part, ast.Assign)):
                return False
            if isinstance(part, ast.Subscript):
                at = t.fixed(part.slice)
                if isinstance(part.ctx, ast.Store) or at in slots:
                    return False
    return True
