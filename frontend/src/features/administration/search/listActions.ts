// Lists that people ask for by what they want to do, as the user may see them.
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconClock,
  IconSquareCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import { addDays } from "../../../lib/dates";
import { usePermissions } from "../../../session/permissions";
import { useToday } from "../../../session/today";
import { listFilters } from "../../../ui/links/screenSearch";
import type { Target } from "./entry";
import type { ActionName } from "./searchTerms";

const RENEWAL_DAYS = 90;

type ListAction = { name: ActionName; icon: TablerIcon; target: Target };

export function useListActions(): ListAction[] {
  const { can, isEmployee } = usePermissions();
  const today = useToday();
  const renewals = { renews_from: today, renews_to: addDays(today, RENEWAL_DAYS) };
  const all: [boolean, ListAction][] = [
    [isEmployee, { name: "my_week", icon: IconClock, target: { to: "/my-week" } }],
    [
      can("invoices.view"),
      {
        name: "overdue",
        icon: IconAlertTriangle,
        target: { to: "/invoices", search: listFilters("/invoices", { status: "overdue" }) },
      },
    ],
    [
      can("retainers.view"),
      {
        name: "burn",
        icon: IconClock,
        target: { to: "/projects/retainer", search: { view: "burn" } },
      },
    ],
    [
      can("projects.view"),
      {
        name: "renewals",
        icon: IconCalendarEvent,
        target: {
          to: "/projects/retainer",
          search: { ...listFilters("/projects", renewals), sort: "renews_on" },
        },
      },
    ],
    [
      can("oos_sales.view"),
      {
        name: "approvals",
        icon: IconSquareCheck,
        target: { to: "/oos-sales", search: { tab: "waiting" } },
      },
    ],
  ];
  return all.flatMap(([isAllowed, action]) => (isAllowed ? [action] : []));
}
