// A short list of the home page: loading, failed or loaded.
import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import classes from "./Home.module.css";

type Props<Row> = {
  query: UseQueryResult<Page<Row>>;
  children: (row: Row) => ReactNode;
};

export function ShortList<Row extends { api_id: string }>({ query, children }: Props<Row>) {
  const t = useTranslate();
  if (query.isError) return <Text c="dimmed">{t("home.unavailable")}</Text>;
  if (!query.data) return <div className={classes.pending} aria-busy />;
  return (
    <ul className={classes.rows}>
      {query.data.data.map((row) => (
        <li key={row.api_id} className={classes.row}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
