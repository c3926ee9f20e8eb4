// A drawer next to the page; on a phone, it fills the screen.
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate";
import classes from "../ui.module.css";
import { useRestoreFocus } from "./restoreFocus";
import printClasses from "./SideDrawer.module.css";

type Props = {
  title: string;
  /** The width on large screens. */
  width: string;
  onClose: () => void;
  children: ReactNode;
};

export function SideDrawer({ title, width, onClose, children }: Props) {
  const t = useTranslate();
  useRestoreFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={`min(100vw, ${width})`}
      title={title}
      classNames={{ ...printClasses, title: classes.dialogTitle }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      {children}
    </Drawer>
  );
}
