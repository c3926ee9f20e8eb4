// The screens the sidebar leads to, in its order; only those that exist.
import {
  IconAward,
  IconBriefcase,
  IconChartBar,
  IconCirclePlus,
  IconCircleX,
  IconCoins,
  IconFileInvoice,
  IconHeart,
  IconHistory,
  IconHome,
  IconId,
  IconLink,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
  IconSquareCheck,
  IconSquarePlus,
  IconStack2,
  IconTarget,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from "@tabler/icons-react";
import type { CurrentUser, Permission } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import { isAdmin, may } from "../../session/permissions";

export type Destination = {
  to:
    | "/"
    | "/dashboard"
    | "/clients"
    | "/teams"
    | "/employees"
    | "/projects/fixed"
    | "/projects/oos"
    | "/projects/retainer"
    | "/invoices"
    | "/churns"
    | "/oos-sales"
    | "/organization"
    | "/exchange-rates"
    | "/goals"
    | "/recognition"
    | "/admin/dashboard"
    | "/admin/clients"
    | "/admin/projects"
    | "/admin/teams"
    | "/admin/employees"
    | "/admin/users"
    | "/admin/core-values"
    | "/admin/organization"
    | "/admin/exchange-rates"
    | "/admin/connections"
    | "/admin/matching"
    | "/admin/activity";
  label: MessageKey;
  icon: TablerIcon;
  /** The permission without which the server would refuse the screen. */
  needs?: Permission;
  /** Only administrators may open it. */
  adminOnly?: boolean;
  /** Administrators have their own. */
  plainOnly?: boolean;
};

export type NavigationGroup = { label?: MessageKey; destinations: readonly Destination[] };

const NAVIGATION: readonly NavigationGroup[] = [
  {
    destinations: [
      { to: "/", label: "shell.nav.home", icon: IconHome },
      { to: "/dashboard", label: "shell.nav.dashboard", icon: IconChartBar },
    ],
  },
  {
    label: "shell.nav.work",
    destinations: [
      { to: "/clients", label: "shell.nav.clients", icon: IconBriefcase, needs: "clients.view" },
      { to: "/teams", label: "shell.nav.teams", icon: IconUsersGroup, needs: "directory.view" },
      {
        to: "/employees",
        label: "shell.nav.employees",
        icon: IconId,
        needs: "directory.view",
      },
    ],
  },
  {
    label: "shell.nav.projects",
    destinations: [
      {
        to: "/projects/fixed",
        label: "shell.nav.fixed",
        icon: IconSquareCheck,
        needs: "projects.view",
      },
      { to: "/projects/oos", label: "shell.nav.oos", icon: IconSquarePlus, needs: "projects.view" },
      {
        to: "/projects/retainer",
        label: "shell.nav.retainer",
        icon: IconRefresh,
        needs: "projects.view",
      },
    ],
  },
  {
    label: "shell.nav.money",
    destinations: [
      {
        to: "/invoices",
        label: "shell.nav.invoices",
        icon: IconFileInvoice,
        needs: "invoices.view",
      },
      {
        to: "/oos-sales",
        label: "shell.nav.oos_sales",
        icon: IconCirclePlus,
        needs: "oos_sales.view",
      },
      { to: "/churns", label: "shell.nav.churns", icon: IconCircleX, needs: "churns.view" },
      {
        to: "/organization",
        label: "shell.nav.admin_organization",
        icon: IconSettings,
        needs: "settings.view",
        plainOnly: true,
      },
      {
        to: "/exchange-rates",
        label: "shell.nav.exchange_rates",
        icon: IconCoins,
        needs: "settings.edit_rates",
        plainOnly: true,
      },
    ],
  },
  {
    label: "shell.nav.culture",
    destinations: [
      { to: "/goals", label: "shell.nav.goals", icon: IconTarget, needs: "goals.view" },
      {
        to: "/recognition",
        label: "shell.nav.recognition",
        icon: IconAward,
        needs: "core_values.view",
      },
    ],
  },
  {
    label: "shell.nav.admin",
    destinations: [
      {
        to: "/admin/dashboard",
        label: "shell.nav.admin_dashboard",
        icon: IconChartBar,
        adminOnly: true,
      },
      {
        to: "/admin/clients",
        label: "shell.nav.admin_clients",
        icon: IconBriefcase,
        adminOnly: true,
      },
      {
        to: "/admin/projects",
        label: "shell.nav.admin_projects",
        icon: IconStack2,
        adminOnly: true,
      },
      {
        to: "/admin/teams",
        label: "shell.nav.admin_teams",
        icon: IconUsersGroup,
        needs: "teams.view",
        adminOnly: true,
      },
      {
        to: "/admin/employees",
        label: "shell.nav.admin_employees",
        icon: IconId,
        needs: "employees.view",
        adminOnly: true,
      },
      {
        to: "/admin/users",
        label: "shell.nav.admin_users",
        icon: IconUsers,
        needs: "users.view",
        adminOnly: true,
      },
      {
        to: "/admin/core-values",
        label: "shell.nav.admin_core_values",
        icon: IconHeart,
        needs: "core_values.edit",
        adminOnly: true,
      },
      {
        to: "/admin/organization",
        label: "shell.nav.admin_organization",
        icon: IconSettings,
        needs: "settings.view",
        adminOnly: true,
      },
      {
        to: "/admin/exchange-rates",
        label: "shell.nav.exchange_rates",
        icon: IconCoins,
        needs: "settings.edit_rates",
        adminOnly: true,
      },
      {
        to: "/admin/connections",
        label: "shell.nav.admin_connections",
        icon: IconPlugConnected,
        needs: "connections.view",
        adminOnly: true,
      },
      {
        to: "/admin/matching",
        label: "shell.nav.admin_matching",
        icon: IconLink,
        needs: "matching.view",
        adminOnly: true,
      },
      {
        to: "/admin/activity",
        label: "shell.nav.admin_activity",
        icon: IconHistory,
        needs: "activity.view",
        adminOnly: true,
      },
    ],
  },
];

/** The part of the navigation that leads this person somewhere. */
export function navigationOf(user: CurrentUser): readonly NavigationGroup[] {
  const opens = ({ needs, adminOnly, plainOnly }: Destination) =>
    (needs === undefined || may(user, needs)) && !(isAdmin(user) ? plainOnly : adminOnly);
  return NAVIGATION.map((group) => ({
    ...group,
    destinations: group.destinations.filter(opens),
  })).filter(({ destinations }) => destinations.length > 0);
}
