// What a figure leaves out, with a link to the records that belong to no project or employee yet.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Dashboard, DashboardFigureName, FigureGap as Gap } from "../../../api/types";
import type { Query } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { useTranslate } from "../../../i18n/translate";
import { sumText } from "../../../ui/figures/sumText";
import { listFilters, type ScreenLink } from "../../../ui/links/screenSearch";
import classes from "./Dashboard.module.css";
import { gapsQuery } from "./dashboardQueries";

type Props = {
  name: DashboardFigureName;
  dashboard: Dashboard;
  /** Days, currency and scope of the figures that are shown. */
  query: Query<"/figure-gaps">;
};

/** All figures share one request, which fails in silence: each of them stands without what it leaves out. */
export function FigureGap({ name, dashboard, query }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const { data } = useQuery(gapsQuery(query));
  const gap = data?.gaps.find(({ figures }) => figures.includes(name));
  if (!gap) return null;
  return (
    <Link {...linkOf(gap, dashboard)} className={classes.warning}>
      {t(`dashboard_page.gaps.${gap.name}`, {
        amount: sumText(gap, gap.unit, t, locale),
        count: gap.count,
      })}
    </Link>
  );
}

/** The list of what is left out. */
function linkOf({ name }: Gap, { as_of: today, from, to }: Dashboard): ScreenLink {
  const last = to < today ? to : today;
  switch (name) {
    case "retainers_to_create":
      return {
        to: "/admin/project-proposals",
        search: listFilters("/project-proposals", {
          state: ["open"],
          kind: ["retainer"],
          runs_from: last,
          runs_to: last,
        }),
      };
    case "sales_to_create":
      return {
        to: "/admin/project-proposals",
        search: listFilters("/project-proposals", {
          state: ["open"],
          kind: ["oos"],
          sold_from: from,
          sold_to: last,
        }),
      };
    case "invoices_without_project":
      return {
        to: "/invoices",
        search: listFilters("/invoices", {
          has_project: false,
          issued_from: from,
          issued_to: last,
        }),
      };
    case "hours_without_employee":
      return { to: "/admin/matching", search: { tab: "person" } };
  }
}
