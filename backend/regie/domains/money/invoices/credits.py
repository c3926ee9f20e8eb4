"""Reads what customers have paid or been credited and may still deduct from invoices."""

from dataclasses import replace

from sqlalchemy import Connection, join

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, choice, one_of
from regie.core.lists.shape import Shape, ref_to
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import as_of_params, credits_within
from regie.domains.money.invoices.schemas import UnappliedCredit, UnappliedCreditsQuery
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.invoices.figures import AS_OF, CREDIT_AS_OF, UNAPPLIED_AS_OF
from regie.domains.records.invoices.models import CustomerCredit

UNAPPLIED_CREDITS = Listing(
    source=join(CustomerCredit, Client, Client.id == CustomerCredit.client_id, isouter=True),
    key=CustomerCredit.id,
    api_id=CustomerCredit.api_id,
    shape=Shape.of(UnappliedCredit, CustomerCredit, client=ref_to(Client), balance=CREDIT_AS_OF),
    sorts={
        "dated_on": CustomerCredit.dated_on,
        "number": CustomerCredit.number,
        "customer_name": CustomerCredit.name_key,
        "balance": by_value(CREDIT_AS_OF, CustomerCredit.currency, AS_OF),
    },
    default_sort="-dated_on",
    search=(CustomerCredit.search_key,),
    filters={
        "client": one_of(Client.api_id),
        "matched": choice(
            {
                True: lambda: CustomerCredit.client_id.is_not(None),
                False: lambda: CustomerCredit.client_id.is_(None),
            }
        ),
        "currency": one_of(CustomerCredit.currency),
        "kind": one_of(CustomerCredit.kind),
    },
)


def list_unapplied_credits(
    db: Connection, actor: Actor, query: UnappliedCreditsQuery, clock: Clock
) -> Page[UnappliedCredit]:
    """The payments and credit notes that no invoice had wholly used at the end of a day."""
    within = credits_within(actor)
    seen = row_scope(actor, Permission.INVOICES_VIEW, within)
    unapplied = replace(seen, key=(within.__name__, seen.key), rows=lambda: UNAPPLIED_AS_OF & seen.rows())
    wanted = query.model_copy(update={"as_of": None})
    return UNAPPLIED_CREDITS.page(db, unapplied, wanted, **as_of_params(clock, query.as_of))
