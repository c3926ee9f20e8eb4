"""Defines the table of proposed projects, and the rules that name their kind."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Model, Record
from regie.core.money.amounts import Amount, Hours
from regie.core.text.folding import SEARCHED_AS_NAME, Searchable

# The states of the job: when it last ran, and when a person last asked for it.
JOB, REQUESTS = "project_proposals", "project_proposal_requests"
# The last run that decides about all proposals of a list.
RUN = "project_proposal_run"


class ProjectProposal(Searchable, Record):
    """Work of a client as the services show it; `decided` names the fields that a person set, which stay.

    `amount` is the price of the work or the fee of a retainer, per `billing_interval`. `fees` are the retainer's fees
    as [first day, amount], oldest first; `evidence` are the records that it was concluded from.
    """

    __tablename__ = "project_proposals"

    # What it comes from: "teamwork:481005", "hubspot:90210013", or "quickbooks:" with a client and a line's text.
    source: Mapped[str] = mapped_column(String(120), unique=True)
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    kind: Mapped[str | None] = mapped_column(String(8))
    state: Mapped[str] = mapped_column(String(8), default="open", index=True)
    certainty: Mapped[str] = mapped_column(String(6))
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), index=True)
    account_manager_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    project_manager_id: Mapped[int | None] = mapped_column(ForeignKey("employees.id", ondelete="SET NULL"), index=True)
    seller_id: Mapped[int | None] = mapped_column(ForeignKey("employees.id", ondelete="SET NULL"), index=True)
    teamwork_project_id: Mapped[str | None] = mapped_column(String(64))
    deal_id: Mapped[int | None] = mapped_column(ForeignKey("hubspot_deals.id", ondelete="SET NULL"), index=True)
    start_on: Mapped[date | None]
    end_on: Mapped[date | None]
    sold_on: Mapped[date | None]
    is_finished: Mapped[bool] = mapped_column(Boolean, default=False)
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    billing_interval: Mapped[str | None] = mapped_column(String(8))
    billing_day: Mapped[int | None] = mapped_column(Integer)
    included_hours: Mapped[Decimal | None] = mapped_column(Hours)
    fees: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    missing: Mapped[list[str]] = mapped_column(JSON, default=list)
    decided: Mapped[list[str]] = mapped_column(JSON, default=list)
    # Whether the records leave a doubt, which a person may have answered.
    is_doubtful: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # The version that the last edit by a person made: who read an earlier one has not seen it.
    edited_version: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # The run that ignored or restored it, until a person decides otherwise.
    decided_in_run: Mapped[str | None] = mapped_column(String(36))
    # The project that was created from it, in the version of that moment: undoing removes an unchanged one only.
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id", ondelete="SET NULL"), index=True)
    project_version: Mapped[int | None] = mapped_column(Integer)
    accepted_at: Mapped[datetime | None]
    accepted_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)


class ProjectKindRule(Model):
    """The kind that a person chose for a category of Teamwork or a pipeline of HubSpot; null proposes no project."""

    __tablename__ = "project_kind_rules"
    __table_args__ = (UniqueConstraint("source", "external_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    source: Mapped[str] = mapped_column(String(8))
    external_id: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str | None] = mapped_column(String(8))
