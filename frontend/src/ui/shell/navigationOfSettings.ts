// The pages of the settings, which have their own navigation beside the page.
import {
  IconActivityHeartbeat,
  IconBug,
  IconCalendarCheck,
  IconCoins,
  IconHeart,
  IconHistory,
  IconLink,
  IconListCheck,
  IconPlugConnected,
  IconSettings,
  IconStack2,
  IconUsers,
} from "@tabler/icons-react";
import type { Destination } from "./destination";

export const SETTINGS_PAGES: readonly Destination[] = [
  {
    to: "/organization",
    label: "shell.nav.admin_organization",
    icon: IconSettings,
    requires: "settings.view",
  },
  {
    to: "/admin/projects/settings",
    label: "shell.nav.project_settings",
    icon: IconStack2,
    requires: "settings.edit",
    adminOnly: true,
  },
  {
    to: "/choices",
    label: "shell.nav.choices",
    icon: IconListCheck,
    requires: ["enum_options.edit", "enum_options.edit_churn_reasons"],
  },
  {
    to: "/admin/core-values",
    label: "shell.nav.admin_core_values",
    icon: IconHeart,
    requires: "core_values.edit",
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
    to: "/exchange-rates",
    label: "shell.nav.exchange_rates",
    icon: IconCoins,
    requires: "settings.edit_rates",
  },
  {
    to: "/months",
    label: "shell.nav.months",
    icon: IconCalendarCheck,
    requires: "months.view",
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
];
