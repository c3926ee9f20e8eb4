// What comes next with a client, by date: next steps, work awaiting approval, payments to invoice, renewals and open deals.
import type { Burn, ClientNote, DealRow, Payment, UnapprovedWork } from "../../../api/types";
import { addDays } from "../../../lib/dates";
import type { Money } from "../../../lib/money";
import { shortName } from "../../../lib/shortName";
import { paymentName } from "../../../ui/money/paymentName";

const RENEWAL_DAYS = 90;
const MAX_ITEMS = 6;

export type NextItem = {
  key: string;
  kind: "approval" | "payment" | "renewal" | "renewal_auto" | "deal" | "step";
  /** The day on which it is due or since which it waits; null for a deal without a closing date. */
  on: string | null;
  name: string;
  /** The project that it belongs to; a deal has none yet. */
  project: string | null;
  money: Money | undefined;
  isLate: boolean;
  /** The note whose next step it is. */
  note?: ClientNote;
};

type Sources = {
  approvals: readonly UnapprovedWork[];
  payments: readonly Payment[];
  burns: readonly Burn[];
  deals: readonly DealRow[];
  steps: readonly ClientNote[];
};

/** The next six, those without a date last. */
export function nextItems(
  client: { name: string },
  sources: Sources,
  today: string,
  locale: string,
): NextItem[] {
  const { approvals, payments, burns, deals, steps } = sources;
  const last = addDays(today, RENEWAL_DAYS);
  const items: NextItem[] = [
    ...steps.map((note) => ({
      key: note.api_id,
      kind: "step" as const,
      on: note.next_on,
      name: note.next_step ?? "",
      project: null,
      money: undefined,
      isLate: (note.next_on ?? today) < today,
      note,
    })),
    ...approvals.map((work) => ({
      key: work.api_id,
      kind: "approval" as const,
      on: work.sold_on,
      name: shortName(work.name, client),
      project: work.project.can_open ? work.project.api_id : null,
      money: work.amount,
      isLate: false,
    })),
    ...payments.map((payment) => ({
      key: payment.api_id,
      kind: "payment" as const,
      on: payment.due_on,
      name: `${shortName(payment.project.name, client)} · ${paymentName(payment, locale)}`,
      project: payment.project.api_id,
      money: payment.amount,
      isLate: payment.due_on < today,
    })),
    ...burns.flatMap(({ api_id, project, renews_on, auto_renew }) =>
      renews_on !== null && renews_on <= last && (renews_on >= today || !auto_renew)
        ? [
            {
              key: `renewal-${api_id}`,
              kind: auto_renew ? ("renewal_auto" as const) : ("renewal" as const),
              on: renews_on,
              name: shortName(project.name, client),
              project: project.api_id,
              money: undefined,
              isLate: renews_on < today,
            },
          ]
        : [],
    ),
    ...deals.map((deal) => ({
      key: deal.api_id,
      kind: "deal" as const,
      on: deal.closed_on,
      name: shortName(deal.name, client),
      project: deal.project?.api_id ?? null,
      money: deal.budget ?? undefined,
      isLate: false,
    })),
  ];
  const order = (item: NextItem) => item.on ?? "9999";
  return items.sort((one, other) => order(one).localeCompare(order(other))).slice(0, MAX_ITEMS);
}
