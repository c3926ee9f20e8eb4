"""Enumerated values, over the wire."""

from regie.core.wire import Output


class EnumItem(Output):
    value: str
    name_en: str
    name_fr: str
