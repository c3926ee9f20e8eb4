// The ready views of receivables, each with the number of its clients.
import { useSearch } from "@tanstack/react-router";
import type { ReceivablesSummary } from "../../../../api/types";
import { useTranslate } from "../../../../i18n/translate";
import { useEnumOptions } from "../../../../session/enumOptions";
import { ViewSwitch } from "../../../../ui/layout/ViewSwitch";
import { changedSearch, listFilters } from "../../../../ui/links/screenSearch";

/** Undefined while the numbers load: the views are there without them. */
export function ReadyViews({ summary }: { summary: ReceivablesSummary | undefined }) {
  const t = useTranslate();
  const { label } = useEnumOptions();
  const { status } = useSearch({ strict: false }) as { status?: string };
  const filterBy = (value: ReceivablesSummary["statuses"][number]["status"] | undefined) =>
    changedSearch({
      page: undefined,
      rows: undefined,
      ...listFilters("/receivables-by-client", { status: value }),
    });
  const statuses = summary?.statuses.filter(
    (one) => one.clients > 0 || one.status === status || one.status === "overdue",
  );
  return (
    <ViewSwitch
      label={t("receivables.ready.label")}
      current={status ?? "all"}
      views={[
        {
          id: "all",
          label: t("receivables.ready.all"),
          count: summary?.clients,
          search: filterBy(undefined),
        },
        ...(statuses ?? []).map((one) => ({
          id: one.status,
          label: label("receivable_status", one.status),
          count: one.clients,
          search: filterBy(one.status),
        })),
      ]}
    />
  );
}
