// Margins by client, project, kind, team, person or month: the total, the lowest first, the trend, and the hours to check.
import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { Forbidden } from "../../../ui/feedback/Forbidden";
import { ImportPage, useImporting } from "../../../ui/imports/ImportLink";
import { PageTitle } from "../../../ui/layout/PageTitle";
import { ReadyViews } from "../../../ui/layout/ReadyViews";
import { ViewSwitch } from "../../../ui/layout/ViewSwitch";
import { listFilters } from "../../../ui/links/screenSearch";
import { allPagesQuery } from "../../../ui/table/permittedList";
import { ResourceTable } from "../../../ui/table/ResourceTable";
import { useListState } from "../../../ui/table/useListState";
import { MarginGaps } from "./MarginGaps";
import { MarginSentence } from "./MarginSentence";
import { MarginTrend } from "./MarginTrend";
import { marginCells } from "./marginCells";
import { marginsList } from "./marginsList";

const IMPORTS = ["costs"] as const;
const WORST = 10;
const VIEWS = [
  { id: "client", search: {} },
  { id: "worst", search: { ...listFilters("/margins", { by: "project" }), per_page: WORST } },
  { id: "project", search: listFilters("/margins", { by: "project" }) },
  { id: "kind", search: listFilters("/margins", { by: "kind" }) },
  { id: "team", search: listFilters("/margins", { by: "team" }) },
  { id: "person", search: listFilters("/margins", { by: "person" }) },
  { id: "month", search: { ...listFilters("/margins", { by: "month" }), sort: "name" } },
] as const;

/** `renderCosts`: the external costs, of another noun, from the route. */
export function MarginPage({ renderCosts }: { renderCosts: () => ReactNode }) {
  const t = useTranslate();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const title = t("shell.nav.margin");
  const isImporting = useImporting();
  if (!usePermissions().can("employees.cost_rates")) return <Forbidden page={title} />;
  if (isImporting) return <ImportPage kinds={IMPORTS} />;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ViewSwitch
        label={title}
        current={tab === "costs" ? "costs" : ""}
        views={[
          { id: "", label: title, search: {} },
          { id: "costs", label: t("margin.costs.title"), search: { tab: "costs" } },
        ]}
      />
      {tab === "costs" ? renderCosts() : <Margins />}
    </>
  );
}

/** The column of the groups has their kind as its label. */
const GROUP_LABELS = {
  client: "margins.field.client",
  project: "margins.field.project",
  kind: "margin.filter.kind",
  team: "margin.by.team",
  person: "margins.field.employee",
  month: "margin.by.month",
} as const;

function useLabelledList() {
  const { search } = useListState(marginsList);
  const { by = "client" } = allPagesQuery(marginsList, search);
  return useMemo(() => {
    const columns = marginsList.columns.map((column) =>
      column.id === "group" ? { ...column, label: GROUP_LABELS[by] } : column,
    );
    return { ...marginsList, columns };
  }, [by]);
}

function Margins() {
  const t = useTranslate();
  const list = useLabelledList();
  return (
    <>
      <MarginSentence />
      <ReadyViews
        label={t("margin.ready.label")}
        views={VIEWS.map((view) => ({ ...view, label: t(`margin.ready.${view.id}`) }))}
      />
      <ResourceTable
        list={list}
        cells={marginCells}
        label={t("shell.nav.margin")}
        empty={{ title: t("margin.empty.title"), detail: t("margin.empty.detail") }}
      />
      <Stack gap="lg" mt="lg">
        <MarginTrend />
        <MarginGaps />
      </Stack>
    </>
  );
}
