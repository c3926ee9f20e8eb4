// The secondary actions of a record.
import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslate } from "../../i18n/translate";
import { ActionMenu } from "./ActionMenu";
import type { MenuAction } from "./menuAction";

type Props = { name: string; actions: readonly MenuAction[]; size?: number };

export function OverflowMenu({ name, actions, size = 36 }: Props) {
  const t = useTranslate();
  if (actions.length === 0) return null;
  return (
    <ActionMenu
      actions={actions}
      trigger={(props) => (
        <ActionIcon
          variant="default"
          size={size}
          aria-label={t("ui.more_actions", { name })}
          {...props}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
