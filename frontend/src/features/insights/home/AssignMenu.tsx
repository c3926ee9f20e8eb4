// Assigns a matter to a user who may see it; the users are loaded when the menu opens.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import type { TriageRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { lazyMenu } from "../../../ui/actions/lazyMenu";
import { useOfflineReason } from "../../../ui/feedback/useOfflineReason";
import classes from "./Triage.module.css";

const LazyAssignMenu = lazyMenu(async () => (await import("./AssignMenuPanel")).AssignMenuPanel);

export function AssignMenu({ row, name }: { row: TriageRow; name: string }) {
  const t = useTranslate();
  const offline = useOfflineReason();
  const label = `${t("home.triage.assign.label")} (${name})`;
  return (
    <LazyAssignMenu
      row={row}
      trigger={(props) => (
        <ActionIcon
          {...props}
          {...offline}
          variant="subtle"
          color="gray"
          className={classes.icon}
          aria-label={label}
          title={label}
          aria-keyshortcuts="a"
        >
          <IconUserPlus size={16} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
