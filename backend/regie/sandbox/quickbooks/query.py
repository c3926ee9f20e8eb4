"""Parses the query language strictly, because a client that relies on tolerance fails on the real service."""

import re
from dataclasses import dataclass

from regie.sandbox.quickbooks.faults import parser_fault, validation_fault

MAX_RESULTS, DEFAULT_RESULTS = 1_000, 100
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<text>'(?:[^'\\]|\\.)*')
      | (?P<sign><=|>=|=|<|>|\(|\)|,|\*)
      | (?P<word>[A-Za-z][A-Za-z0-9_.]*)
      | (?P<number>-?\d+(?:\.\d+)?)
    )""",
    re.VERBOSE,
)
_OPERATORS = ("=", "<", ">", "<=", ">=")


@dataclass(frozen=True, slots=True)
class Condition:
    field: str
    operator: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Query:
    entity: str
    is_count: bool
    conditions: tuple[Condition, ...]
    order: tuple[tuple[str, bool], ...]  # field, descending
    start: int
    limit: int


def parse(text: str) -> Query:
    return _Parser(_tokens(text)).query()


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise parser_fault(f'Encountered " {text[at : at + 12]} " at column {at + 1}.')
        kind = match.lastgroup or ""
        tokens.append((kind, match.group(kind)))
        at = match.end()
    return tokens


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at][1].upper() if self._at < len(self._tokens) else ""

    def _next(self, kind: str | None = None) -> str:
        if self._at >= len(self._tokens):
            raise parser_fault('Encountered "<EOF>".')
        actual_kind, text = self._tokens[self._at]
        if kind not in (None, actual_kind):
            raise parser_fault(f'Encountered "{text}". Was expecting a {kind}.')
        self._at += 1
        return text

    def _expect(self, word: str) -> None:
        text = self._next()
        if text.upper() != word:
            raise parser_fault(f'Encountered "{text}". Was expecting "{word}".')

    def _skip(self, word: str) -> bool:
        if self._peek() != word:
            return False
        self._at += 1
        return True

    def query(self) -> Query:
        self._expect("SELECT")
        is_count = self._skip("COUNT")
        if is_count:
            self._expect("(")
        self._expect("*")
        if is_count:
            self._expect(")")
        self._expect("FROM")
        entity = self._next("word")
        conditions = self._conditions() if self._skip("WHERE") else ()
        order = self._order() if self._skip("ORDERBY") else ()
        start = self._number("STARTPOSITION", 1)
        limit = self._number("MAXRESULTS", DEFAULT_RESULTS)
        if self._at < len(self._tokens):
            raise parser_fault(f'Encountered "{self._tokens[self._at][1]}".')
        if start < 1:
            raise validation_fault("STARTPOSITION must be 1 or more")
        if not 1 <= limit <= MAX_RESULTS:
            raise validation_fault(f"MAXRESULTS must be between 1 and {MAX_RESULTS}")
        return Query(entity, is_count, conditions, order, start, limit)

    def _conditions(self) -> tuple[Condition, ...]:
        conditions = [self._condition()]
        while self._skip("AND"):
            conditions.append(self._condition())
        return tuple(conditions)

    def _condition(self) -> Condition:
        field = self._next("word")
        operator = self._next().upper()
        if operator == "IN":
            self._expect("(")
            values = [self._value()]
            while self._skip(","):
                values.append(self._value())
            self._expect(")")
            return Condition(field, operator, tuple(values))
        if operator not in (*_OPERATORS, "LIKE"):
            raise parser_fault(f'Encountered "{operator}". Was expecting an operator.')
        return Condition(field, operator, (self._value(),))

    def _value(self) -> str:
        text = self._next()
        if text.startswith("'"):
            return re.sub(r"\\(.)", r"\1", text[1:-1])
        if text.lower() in ("true", "false") or re.fullmatch(r"-?\d+(\.\d+)?", text):
            return text
        raise parser_fault(f'Encountered "{text}". Was expecting a value.')

    def _order(self) -> tuple[tuple[str, bool], ...]:
        order: list[tuple[str, bool]] = []
        while True:
            field = self._next("word")
            is_descending = self._skip("DESC")
            if not is_descending:
                self._skip("ASC")
            order.append((field, is_descending))
            if not self._skip(","):
                return tuple(order)

    def _number(self, word: str, default: int) -> int:
        if not self._skip(word):
            return default
        text = self._next("number")
        if "." in text:
            raise parser_fault(f'Encountered "{text}".')
        return int(text)
