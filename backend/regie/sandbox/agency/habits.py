"""How an agency names, sorts and bills its work. The demo's agency is tidy; others are bilingual or messy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from regie.sandbox.agency.rows import Category

# Kind and language of an engagement.
Sort = tuple[str, str]
_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
}
_TIDY_CATEGORIES = (
    Category(310, "Forfait", "#4a90e2"),
    Category(311, "Retainer", "#4a90e2"),
    Category(312, "Prix fixe", "#7b61ff"),
    Category(313, "Fixed price", "#7b61ff"),
    Category(314, "Hors mandat", "#f5a623"),
    Category(315, "Out of scope", "#f5a623"),
    Category(316, "Forfait / Web", "#2d9cdb", 310),
    Category(317, "Prix fixe / Image de marque", "#9b51e0", 312),
    Category(318, "Interne", "#bdbdbd"),
)
_BILINGUAL_CATEGORIES = (
    Category(410, "Mandats mensuels / Monthly", "#4a90e2"),
    Category(412, "Projets fixes / Fixed scope", "#7b61ff"),
    Category(414, "Extras", "#f5a623"),
    Category(318, "Interne / Internal", "#bdbdbd"),
)
# Named by trade: none of them says what kind of project it is.
_MESSY_CATEGORIES = (
    Category(510, "Web", "#4a90e2"),
    Category(511, "Marketing", "#7b61ff"),
    Category(512, "Divers 2025", "#f5a623"),
    Category(318, "Bureau", "#bdbdbd"),
)


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares are of retainers, of the months that one bills, of clients or of invoices.

    The texts of a retainer's bills are per client.
    """

    categories: Sequence[Category] = _TIDY_CATEGORIES
    category_of: Mapping[Sort, int] | None = None
    has_pipelines: bool = True
    has_invented_clients: bool = False
    fee_texts: Mapping[str, Sequence[str]] | None = None
    fee_change_share: float = 0.0
    gap_share: float = 0.0
    hours_share: float = 0.0
    second_currency_share: float = 0.0
    without_amount_share: float = 0.0
    same_name_share: float = 0.0  # clients with the name of another one
    credit_share: float = 0.0  # invoices with several credit notes, or replaced by another one
    is_tax_included: bool = False
    is_billed_on: tuple[int, ...] = (1,)  # days of the month


def fee_text(habits: Habits, work: str, client: str, language: str, position: int, month: int) -> str:
    """Return the text of the bill of a month."""
    if habits.fee_texts is None:
        return f"{work} – {'mensualité' if language == 'fr' else 'monthly fee'}"
    texts, day = habits.fee_texts[language], date.fromordinal(month)
    values = {"work": work, "client": client, "month": _MONTHS[language][day.month - 1], "year": day.year}
    return texts[position % len(texts)].format(**values)


def later_fees(habits: Habits, start: int, end: int, first: int, random: Random) -> list[tuple[int, int]]:
    """Return the changes of a fee, in January, as [first day, cents]."""
    if random.random() >= habits.fee_change_share:
        return []
    fees: list[tuple[int, int]] = []
    amount = first
    for year in range(date.fromordinal(start).year + 1, date.fromordinal(end).year + 1):
        day = date(year, 1, 1).toordinal()
        if start < day <= end:
            amount = round(amount * (1 + random.randint(2, 9) / 100) / 500) * 500
            fees.append((day, amount))
    return fees


TIDY = Habits()
BILINGUAL = Habits(
    categories=_BILINGUAL_CATEGORIES,
    category_of={
        **dict.fromkeys((("retainer", "fr"), ("retainer", "en")), 410),
        **dict.fromkeys((("fixed", "fr"), ("fixed", "en")), 412),
        **dict.fromkeys((("extra", "fr"), ("extra", "en")), 414),
    },
    has_invented_clients=True,
    fee_texts={
        "fr": ("{work} – {month} {year}", "Mandat mensuel : {work} ({month} {year})", "{month} {year} : {work}"),
        "en": ("{month} {year}: {work}", "Monthly retainer, {work} ({month} {year})", "{work}, {month} {year}"),
    },
    fee_change_share=0.5,
    hours_share=0.7,
    is_billed_on=(1, 15),
)
MESSY = Habits(
    categories=_MESSY_CATEGORIES,
    category_of={
        ("retainer", "fr"): 510, ("retainer", "en"): 511, ("fixed", "fr"): 510, ("fixed", "en"): 511,
        ("extra", "fr"): 512, ("extra", "en"): 512,
    },
    has_pipelines=False,
    has_invented_clients=True,
    fee_texts={
        "fr": ("{work} {month}", "{client} / {work} / {month} {year}", "Honoraires {month} {year}"),
        "en": ("{work} ({month})", "{client} / {work} / {month} {year}", "Services rendered in {month} {year}"),
    },
    fee_change_share=0.6,
    gap_share=0.03,
    hours_share=0.4,
    second_currency_share=0.15,
    without_amount_share=0.2,
    same_name_share=0.08,
    credit_share=0.06,
    is_tax_included=True,
    is_billed_on=(1, 5, 28),
)  # fmt: skip
