// The entries of the sidebar, in order: each page once, the same for all users.
import {
  IconAward,
  IconBriefcase,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconCirclePlus,
  IconCircleX,
  IconClock,
  IconCoins,
  IconFileInvoice,
  IconHome,
  IconId,
  IconLink,
  IconRefresh,
  IconReportAnalytics,
  IconSettings,
  IconSquareCheck,
  IconSquarePlus,
  IconStack2,
  IconTarget,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import { PEOPLE_PERMISSIONS, TIME_PERMISSIONS } from "../../session/permissions";
import type { Destination, DestinationGroup, NavigationEntry } from "./destination";
import { SETTINGS_PAGES } from "./navigationOfSettings";

const HOME: Destination = { to: "/", label: "shell.nav.home", icon: IconHome };
const DASHBOARD: Destination = {
  to: "/dashboard",
  label: "shell.nav.dashboard",
  icon: IconChartBar,
};
const CLIENTS: Destination = {
  to: "/clients",
  label: "shell.nav.clients",
  icon: IconBriefcase,
  requires: "clients.view",
};

const PROJECTS: DestinationGroup = {
  id: "projects",
  label: "shell.nav.projects",
  icon: IconStack2,
  own: {
    to: "/projects",
    label: "shell.nav.projects",
    icon: IconStack2,
    requires: "projects.view",
  },
  pages: [
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
    {
      to: "/deals",
      label: "shell.nav.deals",
      icon: IconBuildingStore,
      requires: "deals.view",
    },
    {
      to: "/time-entries",
      label: "shell.nav.time",
      icon: IconClock,
      requires: TIME_PERMISSIONS,
    },
  ],
};

const RECEIVABLES: DestinationGroup = {
  id: "receivables",
  label: "shell.nav.receivables",
  icon: IconCash,
  own: {
    to: "/receivables",
    label: "shell.nav.receivables",
    icon: IconCash,
    requires: "invoices.view",
  },
  pages: [
    {
      to: "/invoices",
      label: "shell.nav.invoices",
      icon: IconFileInvoice,
      requires: "invoices.view",
    },
    {
      to: "/billing",
      label: "shell.nav.to_invoice",
      icon: IconFileInvoice,
      requires: "payments.view",
    },
    {
      to: "/reconciliation",
      label: "shell.nav.reconciliation",
      icon: IconLink,
      requires: "payments.edit",
    },
    {
      to: "/margin",
      label: "shell.nav.margin",
      icon: IconCoins,
      requires: "employees.cost_rates",
    },
  ],
};

const MONEY: readonly NavigationEntry[] = [
  RECEIVABLES,
  {
    to: "/oos-sales",
    label: "shell.nav.oos_sales",
    icon: IconCirclePlus,
    requires: "oos_sales.view",
  },
  { to: "/churns", label: "shell.nav.churns", icon: IconCircleX, requires: "churns.view" },
];

const PEOPLE: DestinationGroup = {
  id: "people",
  label: "shell.nav.people",
  icon: IconUsers,
  pages: [
    {
      to: "/people-figures",
      label: "shell.nav.people_figures",
      icon: IconReportAnalytics,
      requires: PEOPLE_PERMISSIONS,
    },
    { to: "/employees", label: "shell.nav.employees", icon: IconId, requires: "directory.view" },
    { to: "/teams", label: "shell.nav.teams", icon: IconUsersGroup, requires: "directory.view" },
    { to: "/goals", label: "shell.nav.goals", icon: IconTarget, requires: "goals.view" },
    {
      to: "/recognition",
      label: "shell.nav.recognition",
      icon: IconAward,
      requires: "core_values.view",
    },
  ],
};

const SETTINGS: DestinationGroup = {
  id: "settings",
  label: "shell.nav.settings",
  icon: IconSettings,
  pages: SETTINGS_PAGES,
};

export const NAVIGATION: readonly NavigationEntry[] = [
  HOME,
  DASHBOARD,
  CLIENTS,
  PROJECTS,
  ...MONEY,
  PEOPLE,
  SETTINGS,
];
