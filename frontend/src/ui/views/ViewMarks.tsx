// The marks beside a view's name: what it does for its reader, and what they may do to it.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconHome, IconPencil, IconTrash, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { useViewChanges } from "./useViewChanges";

type Props = { view: SavedView; rename: () => void; remove: () => void };

export function ViewMarks({ view, rename, remove }: Props) {
  const t = useTranslate();
  const mayShare = usePermissions().may("saved_views.share");
  const { change, pin } = useViewChanges();
  const { name, is_default: starts, is_shared: shared, may_change: mine } = view;
  const share = () => {
    const done = t(shared ? "views.now_mine" : "views.now_shared", { name });
    change.mutate({ view, to: { is_shared: !shared }, done });
  };
  return (
    <>
      <Mark label={t("views.start_with", { name })} pressed={starts} run={() => pin.mutate(view)}>
        <IconHome size={16} aria-hidden />
      </Mark>
      {mine && mayShare && (
        <Mark label={t(shared ? "views.unshare" : "views.share", { name })} run={share}>
          <IconUsers size={16} aria-hidden />
        </Mark>
      )}
      {mine && (
        <>
          <Mark label={t("views.rename", { name })} run={rename}>
            <IconPencil size={16} aria-hidden />
          </Mark>
          <Mark label={t("views.remove", { name })} run={remove}>
            <IconTrash size={16} aria-hidden />
          </Mark>
        </>
      )}
    </>
  );
}

type MarkProps = { label: string; pressed?: boolean; run: () => void; children: ReactNode };

function Mark({ label, pressed, run, children }: MarkProps) {
  return (
    <ActionIcon
      size={28}
      variant={pressed ? "light" : "subtle"}
      color={pressed ? "indigo" : "gray"}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={run}
    >
      {children}
    </ActionIcon>
  );
}
