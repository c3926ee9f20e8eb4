// The entries of the sidebar for all users, in order.
import {
  IconAward,
  IconBriefcase,
  IconCalendarCheck,
  IconChartBar,
  IconCirclePlus,
  IconCircleX,
  IconClock,
  IconCoins,
  IconFileInvoice,
  IconHome,
  IconId,
  IconRefresh,
  IconSettings,
  IconSquareCheck,
  IconSquarePlus,
  IconTarget,
  IconUsersGroup,
} from "@tabler/icons-react";
import { TIME_PERMISSIONS } from "../../session/permissions";
import { ADMINISTRATION } from "./administrationNavigation";
import type { NavigationGroup } from "./destination";

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
      {
        to: "/time-entries",
        label: "shell.nav.time",
        icon: IconClock,
        requires: TIME_PERMISSIONS,
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
      {
        to: "/months",
        label: "shell.nav.months",
        icon: IconCalendarCheck,
        requires: "months.view",
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
  ADMINISTRATION,
];
