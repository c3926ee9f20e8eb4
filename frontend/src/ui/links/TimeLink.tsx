// A link from a figure of hours to the time entries that it adds up.
import { Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CurrentUser } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { useCurrentUser } from "../../session/currentUser";
import { scope } from "../../session/permissions";
import classes from "../ui.module.css";
import { type ListFilters, listFilters } from "./screenSearch";

type Props = {
  /** The label of the figure, for the name of the link. */
  label: string;
  filters: ListFilters<"/time-entries">;
  children: ReactNode;
};

/** The entries of a project are readable with all hours, or for those who adjust the hours of the project. */
export function canReadTime(user: CurrentUser, isManaged: boolean): boolean {
  const adjusts = scope(user, "retainers.adjust");
  return (
    scope(user, "statistics.hours") === "all" ||
    adjusts === "all" ||
    (adjusts === "own" && isManaged)
  );
}

export function useCanReadTime(isManaged: boolean): boolean {
  return canReadTime(useCurrentUser(), isManaged);
}

export function TimeLink({ label, filters, children }: Props) {
  const t = useTranslate();
  return (
    <>
      {children}
      <Text size="xs" fw={400}>
        <Link
          to="/time-entries"
          search={listFilters("/time-entries", filters)}
          className={classes.link}
          aria-label={t("time_entries.rows_of", { figure: label })}
        >
          {t("time_entries.rows")}
        </Link>
      </Text>
    </>
  );
}
