// A figure of a record, which opens the records that it is the sum of.
import { Stack, Text, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { pageQuery } from "../../api/queries";
import type { Query } from "../../api/wire";
import { useLocale } from "../../i18n/locale";
import { useTranslate } from "../../i18n/translate";
import { formatDate } from "../../lib/dates";
import { SideDrawer } from "../dialogs/SideDrawer";
import classes from "../ui.module.css";
import { FigureRows, ROWS_PAGE_SIZE } from "./FigureRows";
import { figureRowsList } from "./rowsLists";

export type RowsQuery = Omit<Query<"/figure-rows">, "page" | "per_page" | "sort" | "search">;

type Props = {
  label: string;
  help: string;
  query: RowsQuery;
  asOf: string;
  /** The figure. */
  children: ReactNode;
};

/** The figure opens its rows itself when it `isCompact`, in a table; a link below it otherwise. */
export function RecordFigureRows({
  children,
  isCompact = false,
  ...props
}: Props & { isCompact?: boolean }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const button = (
    <UnstyledButton
      className={classes.link}
      fz={isCompact ? "inherit" : "xs"}
      aria-label={isCompact ? undefined : t("statistics.rows_of", { figure: props.label })}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      {isCompact ? children : t("statistics.rows")}
    </UnstyledButton>
  );
  return (
    <>
      {isCompact ? (
        button
      ) : (
        <>
          {children}
          <Text size="xs" fw={400}>
            {button}
          </Text>
        </>
      )}
      {isOpen && (
        <RowsDrawer {...props} onClose={() => setOpen(false)}>
          {children}
        </RowsDrawer>
      )}
    </>
  );
}

function RowsDrawer({
  label,
  help,
  query,
  asOf,
  onClose,
  children,
}: Props & { onClose: () => void }) {
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
