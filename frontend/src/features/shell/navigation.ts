// The screens the sidebar leads to, in its order; only those that exist.
import {
  IconBriefcase,
  IconChartBar,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconLink,
  IconPlugConnected,
  IconRefresh,
  IconSettings,
  IconSquareCheck,
  IconSquarePlus,
  IconStack2,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Permission } from "../../api/types";
import type { MessageKey } from "../../i18n/keys";

export type Destination = {
  to:
    | "/"
    | "/dashboard"
    | "/clients"
    | "/projects/fixed"
    | "/projects/oos"
    | "/projects/retainer"
    | "/invoices"
    | "/admin/clients"
    | "/admin/projects"
    | "/admin/users"
    | "/admin/organization"
    | "/admin/connections"
    | "/admin/matching"
    | "/admin/activity";
  label: MessageKey;
  icon: TablerIcon;
  /** The permission without which the server would refuse the screen. */
  needs?: Permission;
  /** Only administrators may open it. */
  adminOnly?: boolean;
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
      { to: "/clients", label: "shell.nav.clients", icon: IconBriefcase, needs: "clients.view" },
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
    ],
  },
  {
    label: "shell.nav.admin",
    destinations: [
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
        to: "/admin/users",
        label: "shell.nav.admin_users",
        icon: IconUsers,
        needs: "users.view",
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
