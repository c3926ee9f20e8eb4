// The revenue, hours and external costs that a margin adds up, with export.
import "@mantine/core/styles/Skeleton.css";
import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { pageQuery } from "../../../api/queries";
import type { MarginRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { useEnumOptions } from "../../../session/enumOptions";
import { SmallRows } from "../../../ui/details/SmallRows";
import { SideDrawer } from "../../../ui/dialogs/SideDrawer";
import { Absent } from "../../../ui/display/Absent";
import { DateText } from "../../../ui/display/DateText";
import { HoursText } from "../../../ui/display/HoursText";
import { ExportButton } from "../../../ui/exports/ExportButton";
import { EmptyState } from "../../../ui/feedback/EmptyState";
import { LoadFailure } from "../../../ui/feedback/LoadFailure";
import { PageButtons, ROWS_PAGE_SIZE } from "../../../ui/figures/FigureRows";
import { EmployeeLink, ProjectLink } from "../../../ui/links/RecordLinks";
import { listFilters } from "../../../ui/links/screenSearch";
import { MoneyText } from "../../../ui/money/MoneyText";
import uiClasses from "../../../ui/ui.module.css";
import { marginRowsList, type RowsQuery } from "./marginsList";

type Props = {
  label: string;
  query: RowsQuery;
  basis: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

export function MarginRowsDrawer({ label, query, basis, onClose, children }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer title={t("margin.rows.title", { label })} width="60rem" onClose={onClose}>
      <Stack gap="sm">
        <Text size="xl" fw={600} component="div">
          {children}
        </Text>
        {basis && <Text size="sm">{basis}</Text>}
        <Rows label={label} query={query} />
      </Stack>
    </SideDrawer>
  );
}

function Rows({ label, query }: Pick<Props, "label" | "query">) {
  const t = useTranslate();
  const { label: nameOf } = useEnumOptions();
  const [page, setPage] = useState(1);
  const options = pageQuery("/margin-rows", {
    query: { ...query, page, per_page: ROWS_PAGE_SIZE },
  });
  const { data, isError, error, refetch } = useQuery(options);
  if (data === undefined)
    return isError ? <LoadFailure retry={refetch} error={error} /> : <Skeleton height={300} />;
  if (data.data.length === 0)
    return <EmptyState title={t("margin.rows.none.title")} detail={t("margin.rows.none.detail")} />;
  return (
    <>
      <Group justify="flex-end">
        <ExportButton list={marginRowsList} search={{}} fixed={query} />
      </Group>
      <SmallRows
        label={label}
        heads={[
          { label: t("margins.field.project") },
          { label: t("margins.field.part") },
          { label: t("margin.rows.what") },
          { label: t("margins.field.on") },
          { label: t("margins.field.hours"), align: "end" },
          { label: t("margins.field.amount"), align: "end" },
          { label: t("margins.field.converted"), align: "end" },
        ]}
        rows={data.data.map((row, index) => ({
          // A page has no ids: a row may be a share of a record.
          key: `${page}-${index}`,
          cells: [
            <ProjectLink key="project" project={row.project} />,
            nameOf("margin_part", row.part),
            <What key="what" row={row} />,
            <DateText key="on" on={row.on} />,
            <Hours key="hours" row={row} from={query.from ?? null} />,
            <MoneyText key="amount" money={row.amount} />,
            <MoneyText key="converted" money={row.converted} />,
          ],
        }))}
      />
      <PageButtons meta={data.meta} onPageChange={setPage} />
    </>
  );
}

function What({ row }: { row: MarginRow }) {
  if (row.description !== null) return row.description;
  return row.employee === null ? <Absent /> : <EmployeeLink employee={row.employee} />;
}

/** The hours of one person in a month, or in the part of it that the margin covers. */
function Hours({ row, from }: { row: MarginRow; from: string | null }) {
  if (row.hours === null) return <Absent />;
  const first = `${row.on.slice(0, 8)}01`;
  const filters = {
    project: [row.project.api_id],
    ...(row.employee && { employee: [row.employee.api_id] }),
    worked_from: from !== null && from > first ? from : first,
    worked_to: row.on,
  };
  return (
    <Link
      to="/time-entries"
      search={listFilters("/time-entries", filters)}
      className={uiClasses.link}
    >
      <HoursText hours={row.hours} />
    </Link>
  );
}
