// The navigation on a phone: a native dialog, so that the browser handles focus, Escape and backdrop.
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { useTranslate } from "../../i18n/translate";
import { Brand } from "./Brand";
import classes from "./DefaultLayout.module.css";
import { Sidebar } from "./Sidebar";

export function MobileNavigation({ records }: { records: ReactNode }) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className={classes.mobile}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t("shell.open_menu")}
        onClick={() => dialog.current?.showModal()}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <dialog ref={dialog} className={classes.sheet} aria-label={t("shell.main_navigation")}>
        <div className={classes.sheetHead}>
          <Brand />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t("shell.close_menu")}
            onClick={close}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </div>
        <Sidebar records={records} onLeave={close} />
      </dialog>
    </div>
  );
}
