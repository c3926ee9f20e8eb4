// What is still open for a month; each point links to its list.
import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { MonthDetails } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { addDays } from "../../../lib/dates";
import { usePermissions } from "../../../session/permissions";
import { Section } from "../../../ui/layout/Section";
import { listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import uiClasses from "../../../ui/ui.module.css";
import classes from "./Months.module.css";

/** People who edit projects or clients decide the terms without a date. */
const EDIT_PERMISSIONS = ["projects.edit", "clients.edit"] as const;

type OpenPoint = MonthDetails["open_points"][number];

function usePointLink({ starts_on, ends_on }: MonthDetails) {
  const { can, canAny, isAdmin } = usePermissions();
  const links: Record<OpenPoint["name"], ScreenLink | null> = {
    synchronizations: can("connections.view")
      ? {
          to: isAdmin ? "/admin/connections" : "/connections",
          search: { synced_before: addDays(ends_on, 1) },
        }
      : null,
    retainer_periods: {
      to: "/projects/retainer",
      search: listFilters("/projects", { open_to: ends_on, archived: "include" }),
    },
    hours_over: can("retainers.view")
      ? {
          to: "/billing",
          search: {
            ...listFilters("/retainer-overages", {
              state: ["undecided"],
              starts_from: starts_on,
              starts_to: ends_on,
            }),
            tab: "hours_over",
          },
        }
      : null,
    churns: {
      to: "/churns",
      search: listFilters("/churn-events", { state: ["recorded"], effective_to: ends_on }),
    },
    approvals: {
      to: "/oos-sales",
      search: { ...listFilters("/oos-queue", { sold_to: ends_on }), tab: "waiting" },
    },
    undated_terms: canAny(EDIT_PERMISSIONS)
      ? {
          to: isAdmin ? "/admin/undated-terms" : "/undated-terms",
          search: listFilters("/undated-terms", { state: ["open"], earliest_to: ends_on }),
        }
      : null,
    missing_time: can("statistics.hours")
      ? {
          to: "/people-figures",
          search: {
            ...listFilters("/people-figures", { from: starts_on, to: ends_on, missing_time: true }),
            sort: "-missing_hours",
          },
        }
      : null,
    invoices: {
      to: "/invoices",
      search: listFilters("/invoices", {
        issued_from: starts_on,
        issued_to: ends_on,
        unlinked: true,
      }),
    },
    unreconciled_invoices: {
      to: "/invoices",
      search: listFilters("/invoices", {
        issued_from: starts_on,
        issued_to: ends_on,
        unlinked: false,
        reconciliation: ["none", "part"],
      }),
    },
  };
  return (name: OpenPoint["name"]) => links[name];
}

/** Absent for those who may not see what is open. */
function PointLink({ name, link }: { name: OpenPoint["name"]; link: ScreenLink | null }) {
  const t = useTranslate();
  if (link === null) return null;
  return (
    <Link {...link} className={uiClasses.link}>
      {t(`months.open_points.${name}.action`)}
    </Link>
  );
}

export function OpenPoints({ month }: { month: MonthDetails }) {
  const t = useTranslate();
  return (
    <Section title={t("months.open_points.title")}>
      {month.open_points.length === 0 ? (
        <Text size="sm" className={classes.point}>
          <IconCircleCheck size={16} aria-hidden /> {t("months.open_points.none")}
        </Text>
      ) : (
        <OpenPointList month={month} />
      )}
    </Section>
  );
}

export function OpenPointList({ month }: { month: MonthDetails }) {
  const t = useTranslate();
  const linkOf = usePointLink(month);
  return (
    <ul className={classes.points}>
      {month.open_points.map(({ name, count }) => (
        <li key={name} className={classes.point}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t(`months.open_points.${name}.text`, { count })}{" "}
            <PointLink name={name} link={linkOf(name)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
