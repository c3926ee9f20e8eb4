// Reminders to many clients: permissions, and the code that a first selection loads.
import { lazy } from "react";
import type { ClientReceivables } from "../../../../api/types";
import type { Bulk } from "../../../../ui/selection/bulk";

export const remindersBulk: Bulk<ClientReceivables> = {
  requires: ["invoices.follow_up"],
  Actions: lazy(async () => ({
    default: (await import("./ReminderBulkActions")).ReminderBulkActions,
  })),
};
