// The records that a figure of a record is the sum of, beside the page.
import { Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { pageQuery } from "../../api/queries";
import type { Query } from "../../api/wire";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { SideDrawer } from "../dialogs/SideDrawer";
import { FigureRows, ROWS_PAGE_SIZE } from "./FigureRows";
import { figureRowsList } from "./rowsLists";

export type RowsQuery = Omit<Query<"/figure-rows">, "page" | "per_page" | "sort" | "search">;

export type RecordRowsProps = {
  label: string;
  help: string;
  query: RowsQuery;
  asOf: string;
  /** The figure. */
  children: ReactNode;
};

export function RecordRowsDrawer({
  label,
  help,
  query,
  asOf,
  onClose,
  children,
}: RecordRowsProps & { onClose: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const [page, setPage] = useState(1);
  const onPage = { ...query, page, per_page: ROWS_PAGE_SIZE };
  return (
    <SideDrawer title={t("dashboard.rows_of", { label })} width="52rem" onClose={onClose}>
      <Stack gap="sm">
        <Text size="xl" fw={600} component="div">
          {children}
        </Text>
        <Text size="sm" c="dimmed">
          {[t("dashboard.as_of", { date: formatDate(asOf, locale) }), help].join(" · ")}
        </Text>
        <FigureRows
          label={label}
          options={pageQuery("/figure-rows", { query: onPage })}
          list={figureRowsList}
          query={query}
          currency={query.currency ?? undefined}
          onPageChange={setPage}
        />
      </Stack>
    </SideDrawer>
  );
}
