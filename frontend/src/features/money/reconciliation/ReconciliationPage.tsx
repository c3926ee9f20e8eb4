// Which invoices probably bill which scheduled payments, to be accepted in bulk, and what is not reconciled.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageQuery } from "../../../api/queries";
import type { Schemas } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { useToday } from "../../../session/today";
import { FigureCards } from "../../../ui/figures/FigureCards";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import classes from "../../../ui/ui.module.css";
import { HistoryButton } from "./HistoryButton";
import { reconciliationBulk } from "./reconciliationBulk";
import { reconciliationCells } from "./reconciliationCells";
import { RECONCILIATION_PATH, reconciliationList } from "./reconciliationList";

const CERTAINTIES = ["high", "medium", "low"] as const;

type Totals = Schemas["ProposalTotals"];

export function ReconciliationPage() {
  const t = useTranslate();
  const { data, isPending } = useQuery(pageQuery(RECONCILIATION_PATH, { query: { per_page: 1 } }));
  // The height of the figures depends on the currencies: the list below waits for them.
  if (isPending) return <Skeleton height={480} />;
  return (
    <Stack gap="md">
      <PageTitle
        actions={
          <>
            <LastSynchronized service="quickbooks" />
            <HistoryButton />
          </>
        }
      >
        {t("reconciliation.title")}
      </PageTitle>
      <Figures totals={data?.meta.totals ?? []} />
      <CertaintyViews />
      <ResourceTable
        list={reconciliationList}
        cells={reconciliationCells}
        label={t("reconciliation.title")}
        bulk={reconciliationBulk}
        empty={{ title: t("reconciliation.none.title"), detail: t("reconciliation.none.detail") }}
      />
    </Stack>
  );
}

function CertaintyViews() {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const views = CERTAINTIES.map((id) => ({
    id,
    label: label("reconciliation_certainty", id),
    search: listFilters(RECONCILIATION_PATH, { certainty: [id] }),
  }));
  return (
    <ReadyViews
      label={t("reconciliation.ready.label")}
      views={[{ id: "all", label: t("reconciliation.ready.all"), search: {} }, ...views]}
    />
  );
}

/** Per currency: two currencies are never added. */
function Figures({ totals }: { totals: Totals[] }) {
  const t = useTranslate();
  return (
    <FigureCards
      figures={(["proposed", "payments", "invoices"] as const).map((name) => ({
        label: t(`reconciliation.total.${name}`),
        value: <Amounts totals={totals} name={name} />,
        help: t(`reconciliation.explained.${name}`),
      }))}
    />
  );
}

type Name = Exclude<keyof Totals, "currency">;

function Amounts({ totals, name }: { totals: Totals[]; name: Name }) {
  const today = useToday();
  return totals.map((total) => (
    <div key={total.currency}>
      <Link
        {...listOf(name, total[name].currency, today)}
        className={`${classes.link} ${classes.linkLine}`}
      >
        <MoneyText money={total[name]} />
      </Link>
    </div>
  ));
}

/** The list whose rows add up to the amount. */
function listOf(name: Name, currency: string, today: string): ScreenLink {
  switch (name) {
    case "proposed":
      return { to: "/reconciliation", search: listFilters(RECONCILIATION_PATH, { currency }) };
    case "payments":
      return {
        to: "/billing",
        search: listFilters("/projects-payments", { currency, due_to: today }),
      };
    case "invoices":
      return {
        to: "/invoices",
        search: listFilters("/invoices", { currency, reconciliation: ["none", "part"] }),
      };
  }
}
