// The icon buttons of a view: pin, share, rename, remove.
import "@mantine/core/styles/ActionIcon.css";
import { ActionIcon } from "@mantine/core";
import { IconHome, IconPencil, IconTrash, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { SavedView } from "../../api/types";
import { useTranslate } from "../../i18n/translate";
import { usePermissions } from "../../session/permissions";
import { useViewChanges } from "./useViewChanges";

type Props = { view: SavedView; rename: () => void; remove: () => void };

export function ViewButtons({ view, rename, remove }: Props) {
  const t = useTranslate();
  const canShare = usePermissions().can("saved_views.share");
  const { change, pin } = useViewChanges();
  const { name, is_default: isDefault, is_shared: isShared, may_change: canChange } = view;
  const share = () => {
    const done = t(isShared ? "views.now_mine" : "views.now_shared", { name });
    change.mutate({ view, changes: { is_shared: !isShared }, done });
  };
  return (
    <>
      <IconButton
        label={t("views.start_with", { name })}
        pressed={isDefault}
        run={() => pin.mutate(view)}
      >
        <IconHome size={16} aria-hidden />
      </IconButton>
      {canChange && canShare && (
        <IconButton label={t(isShared ? "views.unshare" : "views.share", { name })} run={share}>
          <IconUsers size={16} aria-hidden />
        </IconButton>
      )}
      {canChange && (
        <>
          <IconButton label={t("views.rename", { name })} run={rename}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton label={t("views.remove", { name })} run={remove}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      )}
    </>
  );
}

type IconButtonProps = { label: string; pressed?: boolean; run: () => void; children: ReactNode };

function IconButton({ label, pressed, run, children }: IconButtonProps) {
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
