"""Reads and parses each module once for all rules."""

import ast
from functools import cache
from pathlib import Path


@cache
def source_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree_of(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(source)))
