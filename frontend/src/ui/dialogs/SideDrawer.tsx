// What opens beside the page it was opened from, over the whole screen of a phone.
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
import printed from "./SideDrawer.module.css";

type Props = {
  title: string;
  /** How wide it is where there is room. */
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
      classNames={{ ...printed, title: classes.dialogTitle }}
      closeButtonProps={{ "aria-label": t("ui.close", { title }) }}
    >
      {children}
    </Drawer>
  );
}
