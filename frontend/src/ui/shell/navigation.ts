// The entries of the sidebar for all users, in order.
import {
  IconActivityHeartbeat,
  IconAward,
  IconBriefcase,
  IconBug,
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
import type { Permission } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";
import type { ScreenPath } from "../links/screenSearch";

export type Destination = {
  to: Exclude<ScreenPath, "." | `${string}$${string}`>;
  label: MessageKey;
  icon: TablerIcon;
  /** The permission that the screen requires. */
  requires?: Permission;
  /** Only for administrators. */
  adminOnly?: boolean;
  /** Not for administrators, who have their own. */
  exceptAdmins?: boolean;
};

export type NavigationGroup = { label?: MessageKey; destinations: readonly Destination[] };

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    destinations: [
      { to: "/", label: "shell.nav.home", icon: IconHome },
      { to: "/dashboard", label: "shell.nav.dashboard", icon: IconChartBar },
    ],
  },
  {
    label: "shell.nav.work",
    destinations: [
      { to: "/clients", label: "shell.nav.clients", icon: IconBriefcase, requires: "clients.view" },
      { to: "/teams", label: "shell.nav.teams", icon: IconUsersGroup, requires: "directory.view" },
      {
        to: "/employees",
        label: "shell.nav.employees",
        icon: IconId,
        requires: "directory.view",
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
        requires: "projects.view",
      },
      {
        to: "/projects/oos",
        label: "shell.nav.oos",
        icon: IconSquarePlus,
        requires: "projects.view",
      },
      {
        to: "/projects/retainer",
        label: "shell.nav.retainer",
        icon: IconRefresh,
        requires: "projects.view",
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
        requires: "invoices.view",
      },
      {
        to: "/oos-sales",
        label: "shell.nav.oos_sales",
        icon: IconCirclePlus,
        requires: "oos_sales.view",
      },
      { to: "/churns", label: "shell.nav.churns", icon: IconCircleX, requires: "churns.view" },
      {
        to: "/organization",
        label: "shell.nav.admin_organization",
        icon: IconSettings,
        requires: "settings.view",
        exceptAdmins: true,
      },
      {
        to: "/exchange-rates",
        label: "shell.nav.exchange_rates",
        icon: IconCoins,
        requires: "settings.edit_rates",
        exceptAdmins: true,
      },
    ],
  },
  {
    label: "shell.nav.culture",
    destinations: [
      { to: "/goals", label: "shell.nav.goals", icon: IconTarget, requires: "goals.view" },
      {
        to: "/recognition",
        label: "shell.nav.recognition",
        icon: IconAward,
        requires: "core_values.view",
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
        requires: "teams.view",
        adminOnly: true,
      },
      {
        to: "/admin/employees",
        label: "shell.nav.admin_employees",
        icon: IconId,
        requires: "employees.view",
        adminOnly: true,
      },
      {
        to: "/admin/users",
        label: "shell.nav.admin_users",
        icon: IconUsers,
        requires: "users.view",
        adminOnly: true,
      },
      {
        to: "/admin/core-values",
        label: "shell.nav.admin_core_values",
        icon: IconHeart,
        requires: "core_values.edit",
        adminOnly: true,
      },
      {
        to: "/admin/organization",
        label: "shell.nav.admin_organization",
        icon: IconSettings,
        requires: "settings.view",
        adminOnly: true,
      },
      {
        to: "/admin/exchange-rates",
        label: "shell.nav.exchange_rates",
        icon: IconCoins,
        requires: "settings.edit_rates",
        adminOnly: true,
      },
      {
        to: "/admin/connections",
        label: "shell.nav.admin_connections",
        icon: IconPlugConnected,
        requires: "connections.view",
        adminOnly: true,
      },
      {
        to: "/admin/matching",
        label: "shell.nav.admin_matching",
        icon: IconLink,
        requires: "matching.view",
        adminOnly: true,
      },
      {
        to: "/admin/activity",
        label: "shell.nav.admin_activity",
        icon: IconHistory,
        requires: "activity.view",
        adminOnly: true,
      },
      {
        to: "/admin/operations",
        label: "shell.nav.admin_operations",
        icon: IconActivityHeartbeat,
        requires: "operations.view",
        adminOnly: true,
      },
      {
        to: "/admin/bug-reports",
        label: "bug_reports.title",
        icon: IconBug,
        requires: "bug_reports.view",
        adminOnly: true,
      },
    ],
  },
];
