// Assigns a matter to a user who may see it; the users are loaded when the menu opens.
import { IconUserPlus } from "@tabler/icons-react";
import type { TriageRow } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { lazyMenu } from "../../../ui/actions/lazyMenu";
import { MatterMenuButton } from "./MatterMenuButton";

const LazyAssignMenu = lazyMenu(async () => (await import("./AssignMenuPanel")).AssignMenuPanel);

export function AssignMenu({ row, name }: { row: TriageRow; name: string }) {
  const t = useTranslate();
  const label = `${t("home.triage.assign.label")} (${name})`;
  return (
    <LazyAssignMenu
      row={row}
      trigger={(props) => (
        <MatterMenuButton trigger={props} label={label} shortcut="a">
          <IconUserPlus size={16} aria-hidden />
        </MatterMenuButton>
      )}
    />
  );
}
