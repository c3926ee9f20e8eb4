// The header's button to create something; its menu and the words load when the pointer or the focus reaches it.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Permission } from "../../../api/types";
import { loadMessages, useTranslate } from "../../../i18n/translate";
import { useCurrentUser } from "../../../session/currentUser";
import { usePermissions } from "../../../session/permissions";
import { lazyMenu } from "../../../ui/actions/lazyMenu";
import type { DialogOpeners } from "./creations";

/** One of them is enough for the menu to have an entry; `useCreations` decides about each. */
const PERMISSIONS = [
  "clients.create",
  "projects.create",
  "churns.record",
  "goals.edit",
  "awards.give",
  "users.create",
] as const satisfies readonly Permission[];

const Menu = lazyMenu(async () => {
  const [panel] = await Promise.all([import("./CreateMenuPanel"), loadMessages("dialogs")]);
  return panel.CreateMenuPanel;
});

export function CreateMenu(openers: DialogOpeners) {
  const t = useTranslate();
  const { canAny } = usePermissions();
  const { impersonator } = useCurrentUser();
  // Most users may only give recognition, which is not available during impersonation: the menu would be empty.
  const offered = PERMISSIONS.filter((name) => name !== "awards.give" || !impersonator);
  if (!canAny(offered)) return null;
  return (
    <Menu
      {...openers}
      trigger={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("shell.create.label")}
          {...props}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
