// The cells of the list of margins; each number opens its rows.
import { Text } from "@mantine/core";
import type { Margin } from "../../../api/types";
import { useLocale } from "../../../i18n/locale";
import { type Translate, useTranslate } from "../../../i18n/translate";
import { monthOfYear } from "../../../lib/dates";
import { formatMoney } from "../../../lib/money";
import { formatHours } from "../../../lib/numbers";
import { useEnumOptions } from "../../../session/enumOptions";
import { HoursText } from "../../../ui/display/HoursText";
import { ClientLink, EmployeeLink, ProjectLink, TeamLink } from "../../../ui/links/RecordLinks";
import { allPagesQuery } from "../../../ui/table/permittedList";
import type { CellsOf } from "../../../ui/table/tableModel";
import { useListState } from "../../../ui/table/useListState";
import { type MarginColumn, MarginNumber } from "./MarginNumber";
import type { RowsQuery } from "./marginsList";
import { marginsList } from "./marginsList";

export const marginCells: CellsOf<typeof marginsList> = {
  group: (row) => <GroupName row={row} />,
  margin: (row) => <GrossMargin row={row} />,
  margin_percent: (row) => <Cell row={row} column="margin_percent" />,
  revenue: (row) => <Cell row={row} column="revenue" />,
  cost_of_hours: (row) => <Cell row={row} column="cost_of_hours" />,
  external_costs: (row) => <Cell row={row} column="external_costs" />,
  hours: (row) => <Hours row={row} />,
  hourly_rate: (row) => <Cell row={row} column="hourly_rate" />,
  hours_without_rate: ({ hours_without_rate }) => <HoursText hours={hours_without_rate} />,
};

function groupText(row: Margin, t: Translate, locale: string, kindName: string): string {
  if (row.month !== null) return monthOfYear(row.month, locale);
  if (row.kind !== null) return kindName;
  return row.record?.name ?? t(row.by === "team" ? "margin.none.team" : "margin.none.person");
}

function useGroupText(row: Margin): string {
  const t = useTranslate();
  const locale = useLocale();
  const { label } = useEnumOptions();
  return groupText(row, t, locale, row.kind === null ? "" : label("project_kind", row.kind));
}

function GroupName({ row }: { row: Margin }) {
  const text = useGroupText(row);
  const { by, record } = row;
  if (record === null) return text;
  if (by === "client") return <ClientLink client={record} />;
  if (by === "project") return <ProjectLink project={record} />;
  return by === "team" ? <TeamLink team={record} /> : <EmployeeLink employee={record} />;
}

/** What selects the rows of a group, with the filters of the list. */
function useRowsQuery(row: Margin): RowsQuery {
  const { search } = useListState(marginsList);
  return { ...allPagesQuery(marginsList, search), by: row.by, group: row.api_id };
}

function Cell({ row, column }: { row: Margin; column: MarginColumn }) {
  const name = useGroupText(row);
  return <MarginNumber figures={row} column={column} name={name} query={useRowsQuery(row)} />;
}

function GrossMargin({ row }: { row: Margin }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <>
      <Cell row={row} column="margin" />
      {row.unconverted.length > 0 && (
        <Text size="xs" c="var(--regie-warning-text)">
          {t("margin.unconverted", {
            amounts: row.unconverted.map((one) => formatMoney(one, locale)).join(" + "),
          })}
        </Text>
      )}
    </>
  );
}

/** The hours; those without a cost rate are named below them, because they cost nothing in the margin. */
function Hours({ row }: { row: Margin }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <>
      <Cell row={row} column="hours" />
      {Number(row.hours_without_rate) > 0 && (
        <Text size="xs" c="var(--regie-warning-text)">
          {t("margin.without_rate", { hours: formatHours(row.hours_without_rate, locale) })}
        </Text>
      )}
    </>
  );
}
