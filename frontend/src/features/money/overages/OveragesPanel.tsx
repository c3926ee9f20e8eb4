// The hours over of all retainers: what is to decide, what was decided, and their totals.
import { useQuery } from "@tanstack/react-query";
import { dataQuery } from "../../../api/queries";
import type { OverageTotals } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { formatMoney, isZeroMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { OverageActions } from "./OverageActions";
import classes from "./Overages.module.css";
import { overageCells } from "./overageCells";
import { overagesList } from "./overagesList";

const PATH = "/retainer-overages";
const VIEWS = {
  all: {},
  undecided: { state: ["undecided"] },
  excess: { state: ["excess"] },
  given: { decision: ["given"] },
} as const;

export function OveragesPanel() {
  const t = useTranslate();
  return (
    <>
      <ReadyViews
        label={t("billing.ready.label")}
        counted={{ list: overagesList }}
        views={(["all", "undecided", "given", "excess"] as const).map((id) => ({
          id,
          label: t(`overages.views.${id}`),
          search: { ...listFilters(PATH, VIEWS[id]), tab: "hours_over" },
        }))}
      />
      <Totals />
      <ResourceTable
        list={overagesList}
        cells={overageCells}
        label={t("overages.title")}
        empty={{ title: t("overages.none.title"), detail: t("overages.none.detail") }}
        actions={(month) => <OverageActions month={month} />}
      />
    </>
  );
}

/** The hours, and what they are worth, per currency: two currencies are never added. */
function Totals() {
  const t = useTranslate();
  const locale = useLocale();
  const { search } = useListState(overagesList);
  const query = allPagesQuery(overagesList, search, {});
  const { data } = useQuery(dataQuery("/retainer-overages/totals", { query }));
  return (
    <div className={classes.totals} aria-live="polite">
      {data?.totals.map((total) => (
        <p key={total.currency}>{totalText(total, t, locale)}</p>
      ))}
    </div>
  );
}

function totalText(total: OverageTotals, t: Translate, locale: string): string {
  const hours = (name: "over" | "undecided" | "billed" | "carried" | "given" | "sold") =>
    formatHours(total[`${name}_hours`], locale);
  const worth = ({ amount, hours }: { amount: OverageTotals["given_amount"]; hours: string }) =>
    amount && !isZeroMoney(amount) ? `${hours} (${formatMoney(amount, locale)})` : hours;
  return t("overages.totals", {
    currency: total.currency,
    over: hours("over"),
    undecided: worth({ amount: total.undecided_amount, hours: hours("undecided") }),
    billed: worth({ amount: total.billed_amount, hours: hours("billed") }),
    carried: hours("carried"),
    given: worth({ amount: total.given_amount, hours: hours("given") }),
    sold: hours("sold"),
  });
}
