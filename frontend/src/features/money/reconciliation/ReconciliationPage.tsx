// Which invoices probably bill which scheduled payments, to be accepted in bulk, and what is not reconciled.
import "@mantine/core/styles/Skeleton.css";
import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "../../../api/queries";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { listFilters } from "../../../ui/links/screenSearch";
import { LastSynchronized } from "../../../ui/services/LastSynchronized";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { HistoryButton } from "./HistoryButton";
import { ReconciliationState } from "./ReconciliationState";
import { reconciliationBulk } from "./reconciliationBulk";
import { reconciliationCells } from "./reconciliationCells";
import { RECONCILIATION_PATH, reconciliationList } from "./reconciliationList";

const CERTAINTIES = ["high", "medium", "low"] as const;

export function ReconciliationPage() {
  const t = useTranslate();
  const { data, isPending } = useQuery(pageQuery(RECONCILIATION_PATH, { query: { per_page: 1 } }));
  // The height of the sentence depends on the currencies: the list below waits for it.
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
      {data && <ReconciliationState totals={data.meta.totals} proposals={data.meta.total} />}
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
      counted={{ list: reconciliationList }}
      views={[{ id: "all", label: t("reconciliation.ready.all"), search: {} }, ...views]}
    />
  );
}
